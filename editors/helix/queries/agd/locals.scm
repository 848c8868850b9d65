(document) @local.scope

(id (identifier) @local.definition.label)

(ref (identifier) @local.reference)
(ref_block (identifier) @local.reference)
