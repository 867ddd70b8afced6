(comment) @comment
(string) @string
(number) @number
(variable) @variable.parameter
(wildcard) @variable.builtin
(host_name) @constant.builtin
(directive_name) @attribute
(arrow) @operator
(operator) @operator
(punctuation) @punctuation.delimiter
(keyword) @keyword
(ordered) @keyword
(for) @keyword
["stage" "context"] @keyword
["(" ")" "{" "}"] @punctuation.bracket
"." @punctuation.delimiter
(stage name: (name) @namespace)
(context name: (name) @type)
(statement . (name) @function)
((name) @keyword
  (#match? @keyword "^(type|bwd|sense|action|board|qui|not|count|sum|max|min|mod|rows|in)$"))
(name) @constant
