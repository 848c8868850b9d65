//! The line scan, which reads text, and the grammar, which makes trees, see the same lines.

use agmark_syntax::parse::parse;
use agmark_syntax::testing::Random;
use agmark_syntax::{Format, State};
use tree_sitter::Node;

use crate::Anml;
use crate::syntax::context::{Context, ContextLine};
use crate::syntax::front_line::FrontLine;
use crate::syntax::line::{Kind as Content, cells};
use crate::syntax::node::Kind;
use crate::syntax::row::Row;

const WORDS: [&str; 56] = [
    "---\n",
    "---",
    "----",
    "\n",
    "\r\n",
    "\r",
    "  ",
    "    ",
    " ",
    "\t",
    "nav",
    "link#e1",
    "main\n",
    "button",
    "Bad",
    "ns:role",
    "a:b#c1",
    "#e2",
    "#",
    "\"",
    "\"name\"",
    "\\",
    "[",
    "]",
    "[open]",
    "key=",
    "=",
    "x=1",
    " -- note",
    "--",
    "-",
    "+ ",
    "* ",
    "- ",
    "+",
    ">",
    "> text",
    "~",
    "|",
    "| a ",
    "| c#e4 [on] |",
    "\\|",
    "||",
    "url: /",
    "key:",
    ":",
    "key :",
    "a b:",
    "word",
    "_x",
    "0",
    "é",
    "\u{feff}",
    ".",
    "\n",
    "\n",
];

/// What a line is, as a word.
fn by_scan(line: ContextLine<'_>, text: &str) -> String {
    match line {
        ContextLine::Blank => String::new(),
        ContextLine::Fence | ContextLine::Front(FrontLine::Close) => "fence".to_owned(),
        ContextLine::Front(FrontLine::Meta { key, value }) => format!("meta {key} {value}"),
        ContextLine::Front(_) => "malformed".to_owned(),
        ContextLine::Body(body) => {
            let content = &text[body.head.content..];
            match body.head.kind {
                Content::Element => "letter".to_owned(),
                Content::Content => "content".to_owned(),
                Content::Summary => "summary".to_owned(),
                Content::Other => "unknown".to_owned(),
                Content::Row => format!("row {}", cells(content)),
            }
        }
    }
}

fn by_tree(node: Node<'_>, text: &str) -> String {
    let content = text.get(node.byte_range()).unwrap_or("").trim_start_matches([' ', '\t', '\r']);
    match Kind::of(&node) {
        Kind::Mark => "fence".to_owned(),
        Kind::Meta => {
            let part = |field| node.child_by_field_name(field).and_then(|n| text.get(n.byte_range()));
            format!("meta {} {}", part("key").unwrap_or(""), part("value").unwrap_or(""))
        }
        Kind::MalformedMeta => "malformed".to_owned(),
        Kind::Element => "letter".to_owned(),
        Kind::ContentLine => "content".to_owned(),
        Kind::SummaryLine => "summary".to_owned(),
        Kind::TableRow => format!("row {}", Row::read(&mut node.walk()).cells.len()),
        // Prose: the scan does not tell it from elements.
        _ if begins_with_letter(content) => "letter".to_owned(),
        _ => "unknown".to_owned(),
    }
}

fn begins_with_letter(content: &str) -> bool {
    let behind = content.trim_start_matches(['+', '-', '*']);
    let sign = content.len() - behind.len();
    sign < 2 && behind.trim_start_matches([' ', '\t', '\r']).starts_with(|c: char| c.is_ascii_alphabetic())
}

fn check(text: &str) {
    let text = text.replace('\0', "\u{1}");
    let Some(tree) = parse(&Anml::INFO.language(), &text, None) else { return };
    let mut nodes = Vec::new();
    let mut cursor = tree.walk();
    for line in tree.root_node().children(&mut cursor) {
        if Kind::of(&line) == Kind::FrontMatter {
            let mut inside = line.walk();
            nodes.extend(line.children(&mut inside).map(|n| by_tree(n, &text)));
        } else {
            nodes.push(by_tree(line, &text));
        }
    }
    let mut context = Context::default();
    let mut lines = Vec::new();
    for (i, line) in text.split('\n').enumerate() {
        let read = context.pass(line);
        let line = if i == 0 { line.strip_prefix('\u{feff}').unwrap_or(line) } else { line };
        lines.push(by_scan(read, line));
    }
    lines.retain(|l| !l.is_empty());
    assert_eq!(lines, nodes, "{text:?}");
}

#[test]
fn the_scan_reads_what_the_grammar_reads() {
    let mut random = Random(41);
    for _ in 0..8000 {
        let start = if random.below(3) == 0 { "---\n" } else { "" };
        let text = format!("{start}{}", random.text(&WORDS, 40));
        check(&text);
    }
}

/// What is written into a state is read back from it, wherever a cut is legal.
#[test]
fn states_carry_what_matters() {
    let mut random = Random(43);
    let front =
        ["", "---\ntype: diff\n---\n", "---\ndepth: 2\nbudget: 9\nfilter: interactive, p, x:y\n---\n"];
    for i in 0..3000 {
        let text = format!("{}{}", front[i % 3], random.text(&WORDS, 40));
        let mut whole = Context::default();
        let mut resumed: Option<Context> = None;
        for (n, line) in text.split('\n').enumerate() {
            if n > 0 && whole.may_cut(line) {
                let scan = crate::syntax::cuts::state(&whole);
                assert_ne!(scan, State::default());
                resumed = Some(crate::syntax::cuts::context(&scan));
            }
            let expected = whole.pass(line);
            if let Some(resumed) = &mut resumed {
                assert_eq!(resumed.pass(line), expected, "line {n} of {text:?}");
            }
        }
    }
}
