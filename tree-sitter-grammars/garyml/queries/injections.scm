((code_block (language) @injection.language (code) @injection.content))

((unterminated_code_block (language) @injection.language (code) @injection.content))

((text_content) @injection.content
  (#set! injection.language "markdown"))

((text_body) @injection.content
  (#set! injection.language "markdown"))

; The content of `.Diff` is not Markdown. It is a diff if its first line begins one.
([(diff_content) (diff_body)] @injection.content
  (#match? @injection.content "^\\s*([*][*][*] |--- |[+][+][+] |diff |Index: |[@][@])")
  (#set! injection.language "diff"))
