[
  (if_action)
  (range_action)
  (with_action)
  (define_action)
  (block_action)
  (parenthesized)
] @indent.begin

[
  (else_action)
  (end_action)
] @indent.branch

(end_action) @indent.end

[
  (text)
  (yaml)
  (comment)
] @indent.ignore
