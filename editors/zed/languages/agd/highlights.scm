(tag) @tag
(ref_tag) @tag
(comment) @comment
(heading (text) @title)
(bold) @emphasis.strong
(italic) @emphasis
(code) @text.literal
(id (identifier) @label)
(hash) @constant
(ref (identifier) @link_text)
(ref_block (identifier) @link_text)
(attribute_name) @attribute
"=" @operator
(string) @string
(bare_string) @string
(integer) @number
(boolean) @boolean
[ "[" "]" ] @punctuation.bracket
(fence_open) @punctuation.special
(fence_close) @punctuation.special
(fence_body) @text.literal
