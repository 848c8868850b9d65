; One pattern a node: which of several wins differs from one version of Helix to the next.

[(front_matter "---") (unterminated_front_matter "---")] @punctuation.special

[(comment) (misplaced_comment) (malformed_comment) (unterminated_comment)] @comment.block

["{{" "{{-" "}}" "-}}"] @punctuation.special

["if" "else" "with"] @keyword.control.conditional
["range" "break" "continue"] @keyword.control.repeat
["end" "define" "template" "block"] @keyword.control

(template_name) @function

(dot) @variable.builtin
(variable) @variable
(field) @variable.other.member
(identifier) @function

[(string) (raw_string) (unterminated_string) (unterminated_raw_string)] @string
[(character) (unterminated_character)] @constant.character
[(number) (malformed_number)] @constant.numeric
(boolean) @constant.builtin.boolean
(nil) @constant.builtin

["|" ":=" "="] @operator
"," @punctuation.delimiter
["(" ")"] @punctuation.bracket
