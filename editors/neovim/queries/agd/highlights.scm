; Tags.
(tag) @tag
(ref_tag) @tag
(comment) @comment

; Inline text.
(heading (text) @markup.heading)
(bold) @markup.bold @markup.strong
(italic) @markup.italic
(code) @markup.raw

; Ids, and what refers to them.
(id (identifier) @label)
(id (hash) @constant)
(ref (identifier) @markup.link)
(ref_block (identifier) @markup.link)

; Attributes.
(attribute_name) @attribute
"=" @operator
(string) @string
(bare_string) @string
(integer) @number
(boolean) @boolean
[ "[" "]" ] @punctuation.bracket

; Fences.
(fence_open) @punctuation.delimiter
(fence_close) @punctuation.delimiter
(fence_body) @markup.raw
; Text in another language is highlighted by the queries of that language.
([
  (code_block (attribute (attribute_name) @_name) (fence (fence_body) @none))
  (raw_block (attribute (attribute_name) @_name) (fence (fence_body) @none))
  (table_block (attribute (attribute_name) @_name) (fence (fence_body) @none))
  (extension_block (attribute (attribute_name) @_name) (fence (fence_body) @none))
]
  (#any-of? @_name "lang" "type" "format"))

; What is malformed.
(unknown_tag) @error
(bad_identifier) @error
(bad_hash) @error
(bad_attribute_name) @error
(unterminated_string) @error
(attribute_without_key) @error
(attribute_without_value) @error
(stray_words) @error
(stray_text) @error
(stray_fence) @error
