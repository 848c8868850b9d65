((element role: (role) @_role name: (name) @name) @definition.section
  (#match? @_role "^h[1-6]$"))

((element role: (role) @_role ref: (ref) @name) @definition.constant
  (#match? @_role "^([^h].*|h|h[^1-6].*|h[1-6].+)$"))
