; Sections, which go from heading to heading, are folded by the server.
[
  (list)
  (quote)
  (code_block)
  (raw_block)
  (table_block)
  (extension_block)
  (unknown_block)
  (stray_list)
  (stray_quote)
  (stray_text)
] @fold
