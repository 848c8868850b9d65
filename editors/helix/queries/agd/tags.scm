(heading (text) @name) @definition.section

(code_block (id (identifier) @name)) @definition.constant
(raw_block (id (identifier) @name)) @definition.constant
(table_block (id (identifier) @name)) @definition.constant
(list (id (identifier) @name)) @definition.constant
(quote (id (identifier) @name)) @definition.constant
(paragraph (id (identifier) @name)) @definition.constant
(extension_block (id (identifier) @name)) @definition.constant
