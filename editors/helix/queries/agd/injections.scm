; Code names its language itself.
([
  (code_block
    (attribute (attribute_name) @_name (bare_string) @injection.language)
    (fence (fence_body) @injection.content))
  (extension_block
    (attribute (attribute_name) @_name (bare_string) @injection.language)
    (fence (fence_body) @injection.content))
]
  (#eq? @_name "lang"))

((raw_block
  (attribute (attribute_name) @_name (bare_string) @injection.language)
  (fence (fence_body) @injection.content))
  (#eq? @_name "type"))

((table_block
  (attribute (attribute_name) @_name (bare_string) @injection.language)
  (fence (fence_body) @injection.content))
  (#eq? @_name "format"))
