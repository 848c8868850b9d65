; What AAF adds to Svelte: its attributes and what they say. Everything else is left to the editor's own colours.

; Every annotation.
(attribute
  (attribute_name) @keyword
  (#match? @keyword "^data-agent-"))

; What kind of thing an element is.
(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @type
    (quoted_attribute_value (attribute_value) @type)
  ]
  (#eq? @keyword "data-agent-kind"))

; Actions, by name.
(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @function
    (quoted_attribute_value (attribute_value) @function)
  ]
  (#any-of? @keyword "data-agent-action" "data-agent-for-action"))

; Fields, by name.
(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @variable.member
    (quoted_attribute_value (attribute_value) @variable.member)
  ]
  (#eq? @keyword "data-agent-field"))

; Words of a fixed set.
(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @constant
    (quoted_attribute_value (attribute_value) @constant)
  ]
  (#any-of? @keyword "data-agent-danger" "data-agent-confirm"))

(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @boolean
    (quoted_attribute_value (attribute_value) @boolean)
  ]
  (#eq? @keyword "data-agent-idempotent"))

; Permissions, results, versions and pages.
(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @module
    (quoted_attribute_value (attribute_value) @module)
  ]
  (#eq? @keyword "data-agent-scope"))

(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @string
    (quoted_attribute_value (attribute_value) @string)
  ]
  (#eq? @keyword "data-agent-output"))

(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @number
    (quoted_attribute_value (attribute_value) @number)
  ]
  (#eq? @keyword "data-agent-version"))

(attribute
  (attribute_name) @keyword
  [
    (attribute_value) @markup.link
    (quoted_attribute_value (attribute_value) @markup.link)
  ]
  (#eq? @keyword "data-agent-page"))
