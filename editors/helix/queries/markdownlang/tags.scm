(define_action name: (template_name) @name) @definition.function
(block_action name: (template_name) @name) @definition.function
