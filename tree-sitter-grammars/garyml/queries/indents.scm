; A header's parameters and content are one level deeper. Lines after a block's closing line are not.
[
  (directive)
  (command)
] @indent.begin

[
  (text_content)
  (text_body)
  (diff_content)
  (diff_body)
  (code)
] @indent.ignore
