[(action) (if_action) (range_action) (with_action) (parenthesized)] @rainbow.scope
["{{" "{{-" "}}" "-}}" "(" ")"] @rainbow.bracket
