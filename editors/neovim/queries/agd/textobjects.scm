; In Helix "around" and "inside", in Neovim "outer" and "inner".

; A heading is what one jumps to first.
(heading (text) @class.inside @class.inner) @class.around @class.outer

; A block, and its body.
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
  (unknown_block)
] @function.around @function.outer @block.outer

(paragraph (text) @function.inside @function.inner @block.inner)
(fence (fence_body) @function.inside @function.inner @block.inner)

; A line of a list or of a quote.
(item) @entry.around @entry.outer
(quote_line) @entry.around @entry.outer

; An attribute, and its value.
(attribute
  value: (_) @parameter.inside @parameter.inner) @parameter.around @parameter.outer

(comment) @comment.around @comment.outer @comment.inside @comment.inner
