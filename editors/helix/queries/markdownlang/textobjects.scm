(front_matter (yaml) @class.inside) @class.around

(comment) @comment.around @comment.inside

(define_action) @function.around
(block_action) @function.around

(call function: (identifier) (_) @parameter.inside @parameter.around)

(action (pipeline) @entry.inside) @entry.around
