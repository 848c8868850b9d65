# ANML, AAF, GaryML, AGD and markdownlang in Kakoune, with kakoune-lsp 18 or later.

hook global BufCreate .*\.agd %{ set-option buffer filetype agd }
hook global BufCreate .*\.anml %{ set-option buffer filetype anml }
hook global BufCreate .*\.anmla %{ set-option buffer filetype anmla }
hook global BufCreate (.*/)?[^/]*\.garyml %{ set-option buffer filetype garyml }
# Kakoune knows neither Vue nor, before a window shows it, Svelte.
hook global BufCreate .*\.(vue|svelte) %{ set-option buffer filetype %val{hook_param_capture_1} }

hook global BufSetOption filetype=agd %{ set-option buffer comment_line '@!' }
hook global BufSetOption filetype=(?:anmla|garyml) %{ set-option buffer comment_line '#' }

# First colours; the server's semantic tokens are better.
add-highlighter shared/agd regions
add-highlighter shared/agd/text default-region group
add-highlighter shared/agd/fence region -match-capture ^(~{3,})\n ^(~{3,})\n fill string
add-highlighter shared/agd/text/ regex ^@[\w-]+ 0:keyword
add-highlighter shared/agd/text/ regex ^@h[1-4]\s+([^\n]*?)(?:\s+\[#[^\n]*\])?$ 1:title
add-highlighter shared/agd/text/ regex \[(#[\w-]+) 1:attribute
add-highlighter shared/agd/text/ regex ^@![^\n]* 0:comment

add-highlighter shared/anml group
add-highlighter shared/anml/ regex '^\h*(?:[-+*] )?([a-z][a-z0-9:]*)(#\w+)?' 1:keyword 2:attribute
add-highlighter shared/anml/ regex '"(?:[^"\\\n]|\\.)*"' 0:string
add-highlighter shared/anml/ regex '\[[a-z][\w-]*\]' 0:value
add-highlighter shared/anml/ regex '^\h*~[^\n]*' 0:comment

add-highlighter shared/anmla group
add-highlighter shared/anmla/ regex '^\h*([a-z]+)' 1:function
add-highlighter shared/anmla/ regex '#e\d+' 0:attribute
add-highlighter shared/anmla/ regex '"(?:[^"\\\n]|\\.)*"' 0:string
add-highlighter shared/anmla/ regex '(?:^|\h)(?:#\h|--\h)[^\n]*' 0:comment

add-highlighter shared/garyml regions
add-highlighter shared/garyml/line default-region group
add-highlighter shared/garyml/text region '"""' '"""' fill string
add-highlighter shared/garyml/code region -match-capture '^\h*(`{3,})' '^\h*(`{3,})\h*$' fill string
add-highlighter shared/garyml/line/ regex '^\h*(\.[A-Z]\w*)' 1:keyword
add-highlighter shared/garyml/line/ regex '^\h*(\.[a-z][\w-]*)' 1:function
add-highlighter shared/garyml/line/ regex '^\h*([A-Za-z_][\w-]*):' 1:variable
add-highlighter shared/garyml/line/ regex '@[\w.-]+' 0:value
add-highlighter shared/garyml/line/ regex '^\h*#[^\n]*' 0:comment

hook -group agmark-highlight global WinSetOption filetype=(agd|anml|anmla|garyml) %{
    add-highlighter "window/%val{hook_param_capture_1}" ref %val{hook_param_capture_1}
    hook -once -always window WinSetOption filetype=.* "remove-highlighter window/%val{hook_param_capture_1}"
}

# The server, beside those that other file types have. It ignores files of other formats.
define-command -hidden agmark-add-server %{
    set-option -add buffer lsp_servers %{
        [agmark]
        root_globs = ["agmark.toml", ".git", ".hg"]
        command = "AGMARK_PROGRAM"
        args = ["lsp"]
        settings_section = "agmark"
    }
}

# A file type may be set more than once; a server is named once. Of JavaScript and TypeScript only JSX and TSX may be pages.
hook -group agmark-lsp global BufSetOption filetype=(?:agd|anml|anmla|garyml|markdown|html|json|javascript|typescript|vue|svelte) %{
    evaluate-commands %sh{
        case "$kak_opt_filetype:$kak_buffile" in
            javascript:*.jsx | typescript:*.tsx) ;;
            javascript:* | typescript:*) exit ;;
        esac
        case "$kak_opt_lsp_servers" in
            *'[agmark]'*) ;;
            *) echo agmark-add-server ;;
        esac
    }
}

hook -group agmark-lsp global WinSetOption filetype=(?:agd|anml|anmla|garyml) %{
    try %{ lsp-enable-window }
}

# Pages, programs, manifests, and documents for the input of a program: their content decides.
hook -group agmark-lsp global WinSetOption filetype=(?:markdown|html|json|javascript|typescript|vue|svelte) %{
    evaluate-commands %sh{
        case "$kak_buffile" in
            */agent-manifest.json | */agmark/inputs/*.md) ours=yes ;;
            *.html | *.htm | *.jsx | *.tsx | *.vue | *.svelte)
                ours=$(grep -q -e data-agent- -e application/agent+json -e '<Agent[A-Z]' "$kak_buffile" 2>/dev/null && echo yes) ;;
            *.md) ours=$(awk '
                NR == 1 && !/^---[ \t\r]*$/ { exit }
                NR > 1 && /^---[ \t\r]*$/ { ended = 1; exit }
                /^(input|output):/ { decides = 1 }
                /^(name|description|input|output):/ { known++ }
                END { if (ended && decides && known > 1) print "yes" }' "$kak_buffile" 2>/dev/null) ;;
        esac
        [ -z "$ours" ] || echo 'try %{ lsp-enable-window }'
    }
}
