; Refs are unique in the document.
(document) @local.scope

(ref) @local.definition

(reference) @local.reference
