; Front matter. Its content is highlighted by the YAML that is injected into it.

[(front_matter "---") (unterminated_front_matter "---")] @punctuation.special

; Actions

[(comment) (misplaced_comment) (malformed_comment) (unterminated_comment)] @comment

["{{" "{{-" "}}" "-}}"] @punctuation.special

["if" "else" "with"] @keyword.conditional
["range" "break" "continue"] @keyword.repeat
["end" "define" "template" "block"] @keyword

(template_name) @function

; Operands

(dot) @variable.builtin
(variable) @variable
((variable) @variable.builtin
  (#eq? @variable.builtin "$"))
(field) @variable.member

(identifier) @function.call
((identifier) @function.builtin
  (#any-of? @function.builtin
    "and" "or" "not" "eq" "ne" "lt" "le" "gt" "ge" "index" "print" "printf" "println" "html" "js" "urlquery"
    "upper" "lower" "title" "default" "len" "slice" "join" "split"))

[(string) (raw_string) (unterminated_string) (unterminated_raw_string)] @string
[(character) (unterminated_character)] @character
(number) @number
(boolean) @boolean
(nil) @constant.builtin

; Punctuation

["|" ":=" "="] @operator
"," @punctuation.delimiter
["(" ")"] @punctuation.bracket

; What is malformed

[(malformed_number) (unexpected_token) (unexpected_pipeline)] @error
