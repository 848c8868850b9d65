(directive_name) @keyword
(command_name) @function
(key) @property
(string) @string
(plain) @string
(number) @number
(boolean) @boolean
(reference (identifier) @variable)
(text_block_start) @punctuation.special
(text_block_end) @punctuation.special
(text_content) @string
(code_block_start) @punctuation.special
(code_block_end) @punctuation.special
(language) @type
(code) @text.literal
(comment) @comment
":" @punctuation.delimiter
"=" @operator
["[" "]"] @punctuation.bracket
