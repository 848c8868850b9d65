; One pattern a node: which of several wins differs from one version of Helix to the next.

(comment) @comment.line
(note) @comment.line
(verb) @function
(reference) @label
(string) @string
(unterminated_string) @string
(word) @constant
