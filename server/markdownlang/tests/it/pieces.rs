//! A document's chunks are read like the whole, and an edited document is like a fresh one.

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::testing::{Random, check_edits, check_total};
use agmark_syntax::{AnyFormat, Document};
use proptest::prelude::*;

const PROGRAM: &str = "\
---
name: packing-list
description: Says what to pack for a trip
input:
  type: object
  properties:
    place: { type: string }
    days:
      type: array
      items: { type: object, properties: { weather: { type: string } } }
  required: [place]
output: { type: object }
mcp_servers:
  - name: almanac
    command: almanac
---

# Packing for {{ .place | title }}

{{ $count := len .days }}
{{ range $i, $day := .days }}
- day {{ $i }}: {{ $day.weather }}{{ if eq .weather \"rain\" }} (umbrella){{ end }}
{{ else }}
Nothing.
{{ end }}

{{/* agmark: allow unknown-function */}}
Ask mcp__almanac__read {{ or
  .place
  \"home\"
}}.

```text
# no heading
{{ .place }}
```

Notes
-----
{{ define \"foot\" }}Bye, {{ . }}.{{ end }}
{{ template \"foot\" .place }}
";

const WORDS: &[&str] = &[
    "{{",
    "}}",
    "{{ ",
    " }}",
    "{{- ",
    " -}}",
    "{{-",
    "-}}",
    "{",
    "}",
    "{{/*",
    "*/}}",
    "*/",
    "/*",
    "{{- /* ",
    " */ -}}",
    "if ",
    "range ",
    "with ",
    "define \"a\"",
    "block \"b\" .",
    "end",
    "{{ end }}",
    "{{ if .a }}",
    "{{ else }}",
    "{{ range .days }}",
    "{{\n",
    "\n}}",
    "\"",
    "`",
    "'",
    "\\",
    "\n",
    "\n\n",
    "\r\n",
    "---\n",
    "\n---\n",
    "```\n",
    "~~~\n",
    "# Title\n",
    "- item\n",
    "1. one\n",
    "Title\n===\n",
    ".place",
    "$x",
    "$x := ",
    "(",
    ")",
    "|",
    ",",
    "==",
    ".",
    "word ",
    "input:\n",
    "  properties: {}\n",
    "additionalProperties: true\n",
    "\u{feff}",
    "é",
    "東",
    "🎉",
    "“",
    "{{/* agmark: allow x */}}\n",
    "# agmark: allow x\n",
    "mcp__a__b ",
    " ",
    "\t",
    "\r",
    "{{ \"{{\" }}",
    "*/\n-}}",
];

fn format() -> Arc<dyn AnyFormat> {
    Arc::new(Markdownlang)
}

fn long() -> String {
    let body = &PROGRAM[PROGRAM.find("\n# Packing").unwrap_or(0)..];
    format!("{PROGRAM}{}", body.repeat(12))
}

/// Wherever the line scan would allow a cut, a node of the body starts, and no control structure is open.
fn check_legal_cuts(text: &str) {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&format().info().language()).expect("the grammar fits the library");
    let printable = text.replace('\0', "\u{1}");
    let tree = parser.parse(&printable, None).expect("there is no time limit");
    let mut starts = std::collections::HashMap::new();
    let mut depth = 0usize;
    let mut cursor = tree.walk();
    for node in tree.root_node().children(&mut cursor) {
        starts.insert(node.start_byte(), depth);
        match node.kind() {
            "if_action" | "range_action" | "with_action" | "define_action" | "block_action" => depth += 1,
            "end_action" => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let mut scan = format().scan(&agmark_syntax::State::default());
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.strip_suffix('\n').unwrap_or(line);
        if at > 0 && scan.may_cut(content) {
            assert_eq!(
                starts.get(&at),
                Some(&0),
                "a cut at {at} of {text:?}\n{}",
                tree.root_node().to_sexp()
            );
        }
        scan.pass(content);
        at += line.len();
    }
}

#[test]
fn a_long_program_has_several_chunks() {
    let document = Document::new(format(), &long());
    assert!(document.chunks().iter().count() > 8);
    check_total(&format(), &long());
}

#[test]
fn random_texts_are_read_alike_whole_and_in_pieces() {
    let mut random = Random(0x77);
    for i in 0..1500 {
        let mut text = random.text(WORDS, 120);
        if i % 3 == 0 {
            let mut whole = long();
            let mut at = random.below(whole.len());
            while !whole.is_char_boundary(at) {
                at -= 1;
            }
            whole.insert_str(at, &text);
            text = whole;
        }
        check_total(&format(), &text);
        check_legal_cuts(&text);
    }
    for _ in 0..6000 {
        check_legal_cuts(&random.text(WORDS, 60));
    }
}

#[test]
fn edits_give_what_a_fresh_document_gives() {
    for seed in 0..12 {
        check_edits(&format(), &long(), WORDS, 0x1234 + seed * 7919, 60);
        check_edits(&format(), PROGRAM, WORDS, 0x4321 + seed * 104_729, 60);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Lines that may all be cuts, with actions over lines in between.
    #[test]
    fn lines_are_read_alike(lines in prop::collection::vec(prop::sample::select(vec![
        "", "", "- {{ .a", "  .b }}", "}}", "text `code` {{ `raw", "more` }}", "# Title", "{{ if .a }}", "{{ end }}",
        "{{/* a", "*/}}", "*/", "-}} b", "```", "{{ \"a", "b\" }} c", "plain, text.", "don't {{ .x", "1. one {{-",
        "/* c */ -}}", "{{ .a | ", "upper", "{{ '}}' .a", "{{ \"}}\" .a", "{{ `}}` .a", "{{ 'a\\' }} '", "{{ /* }} */", "---", "-", "{{ $x :=", "1 }}",
    ]), 0..80)) {
        let text = lines.join("\n").repeat(4);
        check_total(&format(), &text);
        check_legal_cuts(&text);
        check_edits(&format(), &text, WORDS, 99, 3);
    }
}
