(document) @local.scope

(declaration (variable) @local.definition)
(define_action name: (template_name) @local.definition)
(block_action name: (template_name) @local.definition)

(variable) @local.reference
(template_action name: (template_name) @local.reference)
