((yaml) @injection.content
  (#set! injection.language "yaml"))

; The text between the actions is one Markdown document.
((text) @injection.content
  (#set! injection.language "markdown")
  (#set! injection.combined))
