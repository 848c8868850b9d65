; The content of a header is one level deeper.
[
  (directive)
  (command)
] @indent

[
  (text_content)
  (text_body)
  (diff_content)
  (diff_body)
  (code)
] @extend.prevent-once
