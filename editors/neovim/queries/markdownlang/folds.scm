; Control structures, headings and fences are not nodes here: the server folds them.

[
  (front_matter)
  (unterminated_front_matter)
  (comment)
] @fold
