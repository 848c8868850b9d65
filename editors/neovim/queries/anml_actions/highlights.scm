(comment) @comment
(note) @comment
(verb) @function
(reference) @label
(string) @string
(word) @constant
((word) @error
  (#match? @error "^#"))
(unterminated_string) @error
