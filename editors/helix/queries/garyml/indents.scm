; What belongs to a header stands one level deeper.
[
  (directive)
  (command)
] @indent

[
  (text_content)
  (text_body)
  (code)
] @extend.prevent-once
