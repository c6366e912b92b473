" SPDX-License-Identifier: MIT
autocmd BufNewFile,BufRead *.sgn setfiletype sgn
