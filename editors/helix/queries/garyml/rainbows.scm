(list) @rainbow.scope
["[" "]"] @rainbow.bracket
