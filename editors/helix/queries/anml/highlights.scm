; One pattern a node: which of several wins differs from one version of Helix to the next.

(front_matter "---" @punctuation.special)
(meta ":" @punctuation.delimiter)
(meta_key) @variable.other.member
(meta_value) @string

(role) @tag
(bad_role) @tag
(ref) @label
(reference) @markup.link.label
(key) @attribute
(value) @string
(string) @string
(unterminated_string) @string
(state) @constant
(bare_word) @constant
(note) @comment.line

((element role: (role) @_role name: (name) @markup.heading)
  (#match? @_role "^h[1-6]$"))
((element role: (role) @_role name: (name) @string)
  (#match? @_role "^([^h].*|h|h[^1-6].*|h[1-6].+)$"))
(cell_element name: (name) @string)

(content) @markup.raw.block
(summary) @comment.line
(table_row "|" @punctuation.delimiter)

((diff_prefix) @diff.plus (#match? @diff.plus "[+]"))
((diff_prefix) @diff.minus (#match? @diff.minus "[-]"))
((diff_prefix) @diff.delta (#match? @diff.delta "[*]"))
