(element role: (role) @context name: (name) @name) @item
