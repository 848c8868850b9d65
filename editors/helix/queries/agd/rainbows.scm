(id) @rainbow.scope
[ "[" "]" ] @rainbow.bracket
