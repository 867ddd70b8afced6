(stage name: (name) @name) @definition.module
(context name: (name) @name) @definition.constant
(block (statement . (name) @name . (punctuation)) @definition.method)
