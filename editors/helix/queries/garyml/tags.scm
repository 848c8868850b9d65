(directive name: (directive_name) @name) @definition.class
(command name: (command_name) @name) @definition.function
