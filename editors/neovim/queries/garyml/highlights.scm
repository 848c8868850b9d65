(directive_name) @keyword
(command_name) @function
(key) @property

(string) @string
(unterminated_string) @string
(plain) @string
(number) @number
(boolean) @boolean
(reference "@" @punctuation.special)
(reference (identifier) @variable)

; What a parameter names.
(header_parameter key: (key) @_key value: (plain) @label (#eq? @_key "id"))
(parameter key: (key) @_key value: (plain) @label (#eq? @_key "id"))
(header_parameter key: (key) @_key value: (string) @label (#eq? @_key "id"))
(parameter key: (key) @_key value: (string) @label (#eq? @_key "id"))

(text_block_start) @punctuation.special
(text_block_end) @punctuation.special

(code_block_start) @punctuation.special
(code_block_end) @punctuation.special
(language) @type
(info) @attribute
; Code in another language, texts and diffs are highlighted by the queries of their languages.
(code_block (code_block_start) . (code) @markup.raw.block)
(unterminated_code_block (code_block_start) . (code) @markup.raw.block)

(comment) @comment
(stray_text) @error

":" @punctuation.delimiter
"=" @operator
"," @punctuation.delimiter
["[" "]"] @punctuation.bracket
