; What AAF adds to JSX: its attributes, the components of its framework, and what they say.

; Every annotation.
(jsx_attribute
  (property_identifier) @keyword
  (#match? @keyword "^data-agent-"))

; What kind of thing an element is.
(jsx_attribute
  (property_identifier) @keyword
  (string) @type
  (#eq? @keyword "data-agent-kind"))

; Actions, by name.
(jsx_attribute
  (property_identifier) @keyword
  (string) @function
  (#any-of? @keyword "data-agent-action" "data-agent-for-action"))

; Fields, by name.
(jsx_attribute
  (property_identifier) @keyword
  (string) @variable.member
  (#eq? @keyword "data-agent-field"))

; Words of a fixed set.
(jsx_attribute
  (property_identifier) @keyword
  (string) @constant
  (#any-of? @keyword "data-agent-danger" "data-agent-confirm" "data-agent-idempotent"))

; Permissions, results, versions and pages.
(jsx_attribute
  (property_identifier) @keyword
  (string) @module
  (#eq? @keyword "data-agent-scope"))

(jsx_attribute
  (property_identifier) @keyword
  (string) @string
  (#any-of? @keyword "data-agent-output" "data-agent-version"))

(jsx_attribute
  (property_identifier) @keyword
  (string) @markup.link
  (#eq? @keyword "data-agent-page"))

; The framework's components.
(jsx_opening_element
  name: (identifier) @tag
  (#any-of? @tag "AgentAction" "AgentField" "AgentSubmit" "AgentStatus"))

(jsx_self_closing_element
  name: (identifier) @tag
  (#any-of? @tag "AgentAction" "AgentField" "AgentSubmit" "AgentStatus"))
