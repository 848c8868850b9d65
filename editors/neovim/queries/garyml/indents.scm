; A header's parameters and content stand one level deeper; what follows a block's closer does not.
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
