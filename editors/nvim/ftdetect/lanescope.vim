" Files of the languages that Neovim does not know. Programs of the G13 and of SVP64 end with .s as all
" assembly does, and the server tells them by their instructions.
autocmd BufRead,BufNewFile *.visaasm setfiletype visa
autocmd BufRead,BufNewFile *.lanes   setfiletype lanes
autocmd BufRead,BufNewFile *.wgsl    setfiletype wgsl
" which it takes for those of another program
autocmd BufRead,BufNewFile *.ll      set filetype=llvm
