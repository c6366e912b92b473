-- SPDX-License-Identifier: MIT
-- Run in neovim by neovim.sh: what a user does, and what can be seen of it.
local passed, failed = 0, 0

local function check(name, good, about)
  if good then
    passed = passed + 1
  else
    failed = failed + 1
    io.stderr:write("\nnot ok " .. name .. " " .. vim.inspect(about):gsub("\n", " ") .. "\n")
  end
end

local function wait(condition)
  return vim.wait(30000, condition, 20)
end

local function line(number)
  return vim.api.nvim_buf_get_lines(0, number - 1, number, true)[1]
end

local function codes()
  local list = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    table.insert(list, one.user_data.lsp.code)
  end
  return table.concat(list, " ")
end

local function ask(method, line_number, column)
  local params = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = line_number - 1, character = column } }
  local answers = vim.lsp.buf_request_sync(0, method, params, 30000)
  local _, answer = next(answers or {})
  return answer and answer.result
end

local function main()
  vim.cmd("edit game.sgn")
  check("diagnostics", wait(function() return #vim.diagnostic.get(0) >= 2 end), codes())
  check("their ids", codes():match("accasta/range") and codes():match("accasta/too%-many%-pieces"), codes())
  check("a place behind an emoji", vim.diagnostic.get(0)[1].lnum == 3 and line(4):sub(vim.diagnostic.get(0)[1].col + 1):match("^%-e4"),
    vim.diagnostic.get(0)[1])

  vim.api.nvim_win_set_cursor(0, { 4, 4 })
  vim.lsp.buf.hover()
  local shown
  check("hover", wait(function()
    for _, window in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(window).relative ~= "" then
        shown = table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, true), "\n")
        return true
      end
    end
  end))
  check("the boards", (shown or ""):match("Before") and shown:match("After") and shown:match("White's castle"), shown)

  vim.cmd("normal! $")
  vim.lsp.buf.document_symbol()
  check("symbols", wait(function() return #vim.fn.getloclist(0) + #vim.fn.getqflist() > 0 end))
  local symbols = vim.inspect(vim.fn.getloclist(0)) .. vim.inspect(vim.fn.getqflist())
  check("a game and a variation", symbols:match("Ada") and symbols:match("c3:%-e4"), symbols)
  vim.cmd("silent! lclose | silent! cclose")

  local complete = ask("textDocument/completion", 4, line(4):find("c4:4") - 1)
  check("completion", complete and #complete.items > 5, complete)
  vim.api.nvim_win_set_cursor(0, { 4, (line(4):find(":4%-d4")) })
  check("omnifunc", vim.bo.omnifunc == "v:lua.vim.lsp.omnifunc")

  local titles
  vim.ui.select = function(items, how, choose)
    titles = vim.tbl_map(how.format_item, items)
    for i, item in ipairs(items) do
      if how.format_item(item):match(WANTED) then
        return choose(item, i)
      end
    end
    choose(nil)
  end
  WANTED = "^c4"
  local before = line(4)
  vim.api.nvim_win_set_cursor(0, { 4, (line(4):find(":4%-d4")) })
  vim.lsp.buf.code_action()
  check("a repair", wait(function() return line(4) ~= before end) and line(4):match("c4:%-d4"), { titles, line(4) })
  check("without its diagnostic", wait(function() return not codes():match("too%-many") end), codes())

  vim.api.nvim_buf_set_text(0, 3, 0, 3, 0, { "" })
  local at = line(4):find("%(") - 1
  vim.api.nvim_buf_set_text(0, 3, at, 3, (line(4):find("%)")), { "" })
  check("none is left", wait(function() return #vim.diagnostic.get(0) == 0 end), codes())
  vim.lsp.buf.formatting_sync({}, 30000)
  check("formatting", line(4) == "1. c3:-d3 e3:xd3 2. c4:-d4 *", line(4))

  vim.api.nvim_buf_set_lines(0, 3, 4, true, { "1. c3:-d3 e3:xd3   2. c4:-d4 *" })
  WANTED = "^Apply all"
  vim.lsp.buf.code_action({ only = { "source.fixAll" } })
  check("all repairs, with edits that come later", wait(function() return line(4) == "1. c3:-d3 e3:xd3 2. c4:-d4 *" end), { titles, line(4) })

  vim.cmd("edit! own.yaml")
  check("a ruleset", wait(function() return codes() == "ruleset/domain" end), codes())
  local words = ask("textDocument/completion", 2, 18)
  check("words of a key", words and words.items[1].label == "turn-end", words)
end

local good, why = xpcall(main, debug.traceback)
check("no error", good, why)
io.stderr:write(("\n%d passed, %d failed\n"):format(passed, failed))
