(heading (text) @class.inside) @class.around

[
  (meta_block)
  (paragraph)
  (list)
  (quote)
  (code_block)
  (raw_block)
  (table_block)
  (extension_block)
  (ref_block)
  (include_block)
] @function.around

(paragraph (text) @function.inside)
(fence (fence_body) @function.inside)

(item) @entry.around
(quote_line) @entry.around

(attribute value: (_) @parameter.inside) @parameter.around

(comment) @comment.around @comment.inside
