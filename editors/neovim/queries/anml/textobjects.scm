(element) @class.around

(element
  role: (_)
  (_)+ @class.inside)

(attribute) @parameter.around

(attribute
  value: (_) @parameter.inside)

(state) @parameter.around

(table_row) @entry.around

(cell) @entry.inside

(cell_element) @entry.inside

(note) @comment.around
