autocmd BufNewFile,BufRead *.sgn setfiletype sgn
