(heading (tag) @context (text) @name) @item
(code_block (tag) @context (id (identifier) @name)) @item
(table_block (tag) @context (id (identifier) @name)) @item
(list (tag) @context (id (identifier) @name)) @item
