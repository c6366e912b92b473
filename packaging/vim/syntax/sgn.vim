" SPDX-License-Identifier: MIT
" Recorded games of stacking, see sgn(5).
if exists('b:current_syntax')
  finish
endif

syntax match  sgnNumber    "\<\d\+\.\+\|\<\d\+|"
syntax match  sgnResult    "\<\(1-0\|0-1\|1/2-1/2\)\>\|\*\ze\s*$"
syntax match  sgnGlyph     "[!?]\{1,2\}\|\$\d\+"
syntax region sgnVariation start="(" end=")" contains=ALLBUT,sgnTag,sgnName,sgnValue
syntax region sgnComment   start="{" end="}" contains=sgnCommand
syntax match  sgnComment   "\(^\|\s\)\zs;.*$"
syntax match  sgnCommand   "\[%[^]]*\]" contained
syntax region sgnTag       start="^\[" end="\]" oneline contains=sgnName,sgnValue
syntax match  sgnName      "\[\@<=\w\+" contained
syntax region sgnValue     start=+"+ skip=+\\.+ end=+"+ contained oneline

highlight default link sgnNumber    LineNr
highlight default link sgnResult    Statement
highlight default link sgnGlyph     Special
highlight default link sgnVariation Comment
highlight default link sgnComment   Comment
highlight default link sgnCommand   PreProc
highlight default link sgnTag       Delimiter
highlight default link sgnName      Keyword
highlight default link sgnValue     String

let b:current_syntax = 'sgn'
