" Settings for programs of Senet, and commands that use the program `senet`.
if exists('b:did_ftplugin') | finish | endif
let b:did_ftplugin = 1

setlocal comments=:% commentstring=%\ %s
setlocal expandtab shiftwidth=2 softtabstop=2
setlocal iskeyword=@,48-57,_,-,/,'
setlocal formatprg=senet\ fmt\ -
compiler senet

command! -buffer SenetPlay write | execute 'terminal senet play --watch ' . shellescape(expand('%'))
command! -buffer SenetTest write | execute '!senet test ' . shellescape(expand('%'))

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< shiftwidth< softtabstop< iskeyword< formatprg<'
