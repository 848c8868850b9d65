(action) @entry.around
(comment) @comment.around
