(comment) @comment
(note) @comment
(verb) @function
(reference) @label
(string) @string
(unterminated_string) @string
(word) @constant
