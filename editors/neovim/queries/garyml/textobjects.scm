(directive) @class.outer

(command) @function.outer

(text_block (text_content) @block.inner) @block.outer
(text_block (diff_content) @block.inner) @block.outer
(code_block (code) @block.inner) @block.outer
(code_block (diff_content) @block.inner) @block.outer
(text_body) @block.outer
(diff_body) @block.outer

(parameter value: (_) @parameter.inner) @parameter.outer
(header_parameter value: (_) @parameter.inner) @parameter.outer

(comment) @comment.outer
