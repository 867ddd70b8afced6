" `:make` checks the program; mistakes go to the quickfix list.
if exists('current_compiler') | finish | endif
let current_compiler = 'senet'
CompilerSet makeprg=senet\ check\ %:S
CompilerSet errorformat=%E%trror[E%n]:\ %m,%W%tarning[W%n]:\ %m,%Z\ %#-->\ %f:%l:%c,%Z\ %#╭▸\ %f:%l:%c
