((code_block (language) @injection.language (code) @injection.content))

((text_content) @injection.content
  (#set! injection.language "markdown"))
