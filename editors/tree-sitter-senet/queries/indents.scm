[(block) (braces)] @indent
"}" @outdent
