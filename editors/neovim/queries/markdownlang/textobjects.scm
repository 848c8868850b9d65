(front_matter (yaml) @class.inner) @class.outer

(comment) @comment.outer

(call) @call.outer
(call
  function: (identifier)
  (_) @parameter.inner @parameter.outer)

[(if_action) (else_action) (with_action)] @conditional.outer
(if_action (pipeline) @conditional.inner)
(else_action (pipeline) @conditional.inner)
(with_action (pipeline) @conditional.inner)

(range_action) @loop.outer
(range_action (pipeline) @loop.inner)

[(declaration) (assignment)] @assignment.lhs
(action (pipeline (declaration)) @assignment.outer)
(action (pipeline (assignment)) @assignment.outer)

(define_action) @function.outer
(block_action) @function.outer

(parenthesized (pipeline) @block.inner) @block.outer
(action (pipeline) @statement.inner) @statement.outer
