[(block) (braces)] @fold
