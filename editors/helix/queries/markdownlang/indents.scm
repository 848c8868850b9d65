(parenthesized) @indent
")" @outdent

[
  (text)
  (yaml)
  (comment)
] @extend.prevent-once
