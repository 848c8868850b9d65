(directive) @class.around
(command) @function.around

(text_block (text_content) @class.inside)
(text_block (diff_content) @class.inside)
(code_block (diff_content) @class.inside)
(code_block (code) @class.inside)

(parameter value: (_) @parameter.inside) @parameter.around
(header_parameter value: (_) @parameter.inside) @parameter.around

(list (_) @entry.inside)

(comment) @comment.around @comment.inside
