(document) @local.scope

(declaration (variable) @local.definition.variable)

(variable) @local.reference
