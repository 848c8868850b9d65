((code_block
  (attribute (attribute_name) @_name (bare_string) @injection.language)
  (fence (fence_body) @injection.content))
  (#eq? @_name "lang"))
