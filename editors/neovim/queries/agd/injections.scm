; Code names its language itself. (A quoted name is left to the server: its quotes are part of the node.)
([
  (code_block
    (attribute
      (attribute_name) @_name
      (bare_string) @injection.language)
    (fence (fence_body) @injection.content))
  (extension_block
    (attribute
      (attribute_name) @_name
      (bare_string) @injection.language)
    (fence (fence_body) @injection.content))
]
  (#eq? @_name "lang"))

; So does raw text, under another name.
((raw_block
  (attribute
    (attribute_name) @_name
    (bare_string) @injection.language)
  (fence (fence_body) @injection.content))
  (#eq? @_name "type"))

((raw_block
  (attribute
    (attribute_name) @_name
    (string) @_type)
  (fence (fence_body) @injection.content))
  (#eq? @_name "type")
  (#eq? @_type "\"html\"")
  (#set! injection.language "html"))

; A table is CSV, unless it says what else it is. The pattern is "anything but `format`", spelled out: it has to mean
; the same to every editor's regular expressions.
((table_block
  (attribute (attribute_name) @_name)*
  (fence (fence_body) @injection.content))
  (#match? @_name "^([^f].*|f|f[^o].*|fo|fo[^r].*|for|for[^m].*|form|form[^a].*|forma|forma[^t].*|format.+)$")
  (#set! injection.language "csv"))

((table_block
  (attribute
    (attribute_name) @_name
    (bare_string) @injection.language)
  (fence (fence_body) @injection.content))
  (#eq? @_name "format"))
