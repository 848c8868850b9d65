[
  (code_block)
  (text_block)
  (text_body)
  (diff_body)
  (unterminated_code_block)
  (unterminated_text_block)
] @fold
