(meta_key) @property
(meta_value) @string
(role) @tag
(ref) @label
(reference) @link_text
(name) @string
(key) @attribute
(value) @string
(string) @string
(state) @constant
(bare_word) @constant
(note) @comment
(content) @text.literal
(summary) @comment
(table_row "|" @punctuation.delimiter)
(diff_prefix) @operator
