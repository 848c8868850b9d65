; General patterns come before the special ones that override them.

; Front matter
(front_matter "---" @punctuation.special)
(meta ":" @punctuation.delimiter)
(meta_key) @property
(meta_value) @string
((meta_value) @number
  (#match? @number "^-?[0-9]+$"))
(malformed_meta) @error

; Elements
(role) @tag
(ref) @label
(reference) @label
(name) @string
(key) @attribute
(value) @string
((value) @number
  (#match? @number "^[+-]?[0-9]+([.][0-9]+)?[%]?$"))
((value) @boolean
  (#any-of? @boolean "true" "false" "mixed"))
(string) @string
(state) @constant
(bare_word) @constant
(note) @comment

(element
  role: (role) @tag
  name: (name) @markup.heading
  (#any-of? @tag "h1" "h2" "h3" "h4" "h5" "h6"))

; Where something leads to
((attribute
  key: (key) @attribute
  value: [(value) (string)] @markup.link)
  (#any-of? @attribute "href" "src" "url"))

; Other lines
(content) @markup.raw
(summary) @comment
(table_row "|" @punctuation.delimiter)
(diff_prefix) @operator

; What is malformed
(bad_role) @error
(bad_ref) @error
(detached_ref) @error
(bad_key) @error
(bad_state) @error
(unclosed_state) @error
(unterminated_string) @error
(misplaced_string) @error
(unexpected) @error
