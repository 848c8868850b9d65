(document) @local.scope

(header_parameter key: (key) @_key value: (plain) @local.definition (#eq? @_key "id"))
(parameter key: (key) @_key value: (plain) @local.definition (#eq? @_key "id"))

(reference (identifier) @local.reference)
