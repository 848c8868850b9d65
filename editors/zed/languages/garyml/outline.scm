(directive name: (directive_name) @name) @item
(command name: (command_name) @name) @item
