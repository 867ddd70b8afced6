" Programs of Senet end in .cep.
autocmd BufRead,BufNewFile *.cep setfiletype senet
