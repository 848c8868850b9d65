; The parts of a manifest: registries, what they register, and the words that have a meaning there.

; The registries themselves.
(document
  (object
    (pair
      key: (string (string_content) @keyword)
      (#any-of? @keyword "@context" "version" "site" "actions" "data" "pages" "errors"))))

; Actions and data views, by name.
(document
  (object
    (pair
      key: (string (string_content) @keyword)
      value: (object
        (pair
          key: (string (string_content) @function)))
      (#any-of? @keyword "actions" "data"))))

; Routes.
(document
  (object
    (pair
      key: (string (string_content) @keyword)
      value: (object
        (pair
          key: (string (string_content) @markup.link)))
      (#eq? @keyword "pages"))))

; What a page offers.
(pair
  key: (string (string_content) @property)
  value: (array
    (string (string_content) @function))
  (#any-of? @property "actions" "data"))

; Error codes.
(document
  (object
    (pair
      key: (string (string_content) @keyword)
      value: (object
        (pair
          key: (string (string_content) @constant)))
      (#eq? @keyword "errors"))))

; The contract of an action or a data view.
(pair
  key: (string (string_content) @property)
  value: (string (string_content) @constant)
  (#any-of? @property "risk" "confirmation"))

(pair
  key: (string (string_content) @property)
  value: (string (string_content) @module)
  (#eq? @property "scope"))

(pair
  key: (string (string_content) @property)
  (#any-of? @property
    "title" "description" "idempotent" "inputSchema" "outputSchema" "handoff" "target" "targetAction" "fieldMap"
    "name" "origin" "message"))

; Fields.
(pair
  key: (string (string_content) @property)
  value: (object
    (pair
      key: (string (string_content) @variable.member)))
  (#eq? @property "properties"))

(pair
  key: (string (string_content) @attribute)
  value: (string (string_content) @markup.link)
  (#eq? @attribute "x-semantic"))

(escape_sequence) @string.escape

(number) @number

[
  (true)
  (false)
] @boolean

(null) @constant
