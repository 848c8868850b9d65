; One pattern a node: which of several wins differs from one version of Helix to the next.

(directive_name) @keyword
(command_name) @function
(key) @variable.other.member

(string) @string
(unterminated_string) @string
(number) @constant.numeric
(boolean) @constant.builtin.boolean
(reference "@" @punctuation.special)
(reference (identifier) @variable)

; What a parameter names, and what other parameters say.
((header_parameter key: (key) @_key value: (plain) @label) (#eq? @_key "id"))
((parameter key: (key) @_key value: (plain) @label) (#eq? @_key "id"))
((header_parameter key: (key) @_key value: (plain) @string)
  (#match? @_key "^([^i].*|i|i[^d].*|id.+)$"))
((parameter key: (key) @_key value: (plain) @string)
  (#match? @_key "^([^i].*|i|i[^d].*|id.+)$"))
(directive content: (plain) @string)
(command content: (plain) @string)
(list (plain) @string)

(text_block_start) @punctuation.special
(text_block_end) @punctuation.special
(text_content) @string

(code_block_start) @punctuation.special
(code_block_end) @punctuation.special
(language) @type
(info) @attribute
(code) @markup.raw.block

(comment) @comment.line

":" @punctuation.delimiter
"=" @operator
"," @punctuation.delimiter
["[" "]"] @punctuation.bracket
