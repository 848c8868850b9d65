; An id and what refers to it read the same, `#ident`. Their scope is the document.
(document) @local.scope

(id (identifier) @local.definition)

(ref (identifier) @local.reference)
(ref_block (identifier) @local.reference)
