(document) @local.scope

(ref) @local.definition.label

(reference) @local.reference
