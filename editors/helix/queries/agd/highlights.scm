; One pattern a node: which of several wins differs from one version of Helix to the next.

(tag) @tag
(ref_tag) @tag
(unknown_tag) @tag
(comment) @comment.line

(heading (text) @markup.heading)
(bold) @markup.bold
(italic) @markup.italic
(code) @markup.raw.inline
(quote_line) @markup.quote

(id (identifier) @label)
(unclosed_id (identifier) @label)
(hash) @constant
(ref (identifier) @label)
(ref_block (identifier) @label)

(attribute_name) @attribute
"=" @operator
(string) @string
(unterminated_string) @string
(bare_string) @string
(integer) @constant.numeric.integer
(boolean) @constant.builtin.boolean
[ "[" "]" ] @punctuation.bracket

(fence_open) @punctuation.special
(fence_close) @punctuation.special
(fence_body) @markup.raw.block
