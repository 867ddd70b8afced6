" Highlighting of programs of Senet. The language server has finer colours.
if exists('b:current_syntax') | finish | endif

syntax match senetName       "[[:alpha:]/\\-][[:alnum:]_/\\'-]*"
syntax match senetVariable   "[[:upper:]][[:alnum:]_/\\'-]*"
syntax match senetHost       "_[[:alnum:]_/\\'-]\+"
syntax match senetWildcard   "_\ze\%([^[:alnum:]_/\\'-]\|$\)"
syntax match senetNumber     "\<\d\+\>"
syntax match senetOperator   "==\|<>\|<=\|>=\|[=<>+*^|!$]"
syntax match senetArrow      "\%(-o\|o-\|->\)\ze\%([^[:alnum:]_/\\'-]\|$\)"
syntax match senetArrow      "<-"
syntax match senetKeyword    "\<\%(pred\|stage\|context\)\ze\%([^[:alnum:]_/\\'-]\|$\)"
syntax match senetSoft       "\<\%(type\|bwd\|sense\|action\|board\|ordered\|for\|in\|qui\|not\|count\|sum\|max\|min\|mod\|rows\)\ze\%([^[:alnum:]_/\\'-]\|$\)"
syntax match senetDirective  "#[[:alpha:]][[:alnum:]_-]*"
syntax region senetText start=+"+ skip=+\\.+ end=+"+ oneline
syntax match senetComment    "%.*$" contains=@Spell,senetExpected
syntax match senetExpected   "%?.*$" contained

highlight default link senetVariable  Identifier
highlight default link senetHost      Special
highlight default link senetWildcard  Identifier
highlight default link senetNumber    Number
highlight default link senetOperator  Operator
highlight default link senetArrow     Operator
highlight default link senetKeyword   Keyword
highlight default link senetSoft      Statement
highlight default link senetDirective PreProc
highlight default link senetText      String
highlight default link senetComment   Comment
highlight default link senetExpected  SpecialComment

let b:current_syntax = 'senet'
