; Depth is white space: a new line is indented like the one before it.
[
  (element)
  (content_line)
  (summary_line)
  (table_row)
  (unknown_line)
] @indent.auto
