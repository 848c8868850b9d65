(line) @string
