//! Random documents keep their meaning.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_garyml::syntax::content::content;
use agmark_garyml::syntax::line_item::{ItemKind, LineItem};
use agmark_garyml::syntax::structure::{Parameter, Structure};
use agmark_garyml::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use agmark_garyml::syntax::value;
use agmark_syntax::testing::{Random, formatted};
use agmark_syntax::{AnyFormat, Piece, State, parse};

use super::indented;

/// The content of a document without its layout: headers with their levels, parameters, contents, strays. With `tabs`,
/// the indent of loose text is ignored, because tabs there are errors.
pub(super) fn meaning(text: &str, tabs: bool) -> String {
    let tree = parse::parse(&agmark_garyml::format().info().language(), text, None).expect("small enough");
    let state = State::default();
    let structure = Structure::read(&Piece { text, tree: &tree, state: &state }, None);
    let mut out = String::new();
    let mut before = None;
    for item in &structure.items {
        let owner = item.owner.and_then(|o| o.header).filter(|_| !item.stray);
        match item.kind {
            ItemKind::Comment => {
                let _ = writeln!(out, "# {}", item.span(text).text(text));
            }
            ItemKind::Text | ItemKind::Body => {
                // Texts of one header are one text, with the blank lines between them.
                if let Some((of, end)) = before.filter(|(of, _)| *of == (owner, item.stray)) {
                    let _ =
                        write!(out, "{}", "|\n".repeat(text[end..item.range.start].matches('\n').count()));
                    before = Some((of, item.range.end));
                } else {
                    let _ = writeln!(out, "{owner:?} {} text", item.stray);
                    before = Some(((owner, item.stray), item.range.end));
                }
                for line in content(item, text).unwrap_or_default().split('\n') {
                    // The indent of stray text has no meaning.
                    let bent = item.stray || tabs;
                    let _ = writeln!(out, "|{}", if bent { line.trim() } else { line.trim_end() });
                }
                continue;
            }
            ItemKind::Header(i) => {
                let header = &structure.headers[i];
                let _ = writeln!(out, "{} .{}", header.level, header.name);
                for parameter in &structure.parameters[header.in_line.clone()] {
                    let _ = writeln!(out, "  {}", parameter_text(parameter, item, text));
                }
                if let Some(value) = item.parts.value {
                    let _ = writeln!(out, "  : {}", value_text(value, item, text));
                }
            }
            ItemKind::Parameter(i) => {
                let written = parameter_text(&structure.parameters[i], item, text);
                let _ = writeln!(out, "{owner:?} {} {written}", item.stray);
            }
            ItemKind::Content => {
                let value = item.parts.value.expect("content has a value");
                let _ = writeln!(out, "{owner:?} {} {}", item.stray, value_text(value, item, text));
            }
            ItemKind::Code => {
                let opener = item.first_line(text).text(text);
                let _ = writeln!(out, "{owner:?} {} {opener} {:?}", item.stray, content(item, text));
            }
        }
        before = None;
        let rest = [item.parts.stray, item.parts.comment].into_iter().flatten();
        for part in rest {
            let _ = writeln!(out, "  {}", part.text(text));
        }
    }
    out
}

fn parameter_text(parameter: &Parameter<'_>, item: &LineItem<'_>, text: &str) -> String {
    let value = parameter.value.map(|v| value_text(v, item, text));
    format!("{} {} = {}", parameter.level, parameter.key, value.unwrap_or_default())
}

fn value_text(part: SyntaxNode<'_>, item: &LineItem<'_>, text: &str) -> String {
    match part.kind {
        SyntaxKind::TextBlock | SyntaxKind::UnterminatedTextBlock => {
            format!("{:?} {:?}", part.kind, content(item, text))
        }
        SyntaxKind::String | SyntaxKind::Plain => format!("{:?}", value::words(part, text)),
        _ => format!("{:?} {}", part.kind, part.text(text)),
    }
}

/// The fault of the formatting of a text, if there is one.
fn fault(format: &Arc<dyn AnyFormat>, text: &str) -> Option<String> {
    let once = formatted(Arc::clone(format), text);
    let twice = formatted(Arc::clone(format), &once);
    if once != twice {
        return Some(format!("no fixed point: {text:?}\nonce:  {once:?}\ntwice: {twice:?}"));
    }
    let tabs = text.contains('\t');
    let (before, after) = (meaning(text, tabs), meaning(&once, tabs));
    (before != after).then(|| format!("{text:?}\nbecame {once:?}\nbefore:\n{before}after:\n{after}"))
}

/// Fails with a short text that has the same fault.
pub(super) fn check(text: &str) {
    check_as(&agmark_garyml::format(), text);
}

pub(super) fn check_as(format: &Arc<dyn AnyFormat>, text: &str) {
    let fault = |text: &str| fault(format, text);
    if fault(text).is_none() {
        return;
    }
    let mut text = text.to_owned();
    let mut size = text.len();
    while size > 0 {
        let mut at = 0;
        while at < text.len() {
            let end = (at + size).min(text.len());
            let shorter = text.get(..at).zip(text.get(end..)).map(|(a, b)| format!("{a}{b}"));
            match shorter.filter(|s| fault(s).is_some()) {
                Some(shorter) => text = shorter,
                None => at += size,
            }
        }
        size /= 2;
    }
    panic!("{}", fault(&text).unwrap_or_default());
}

const WORDS: &[&str] = &[
    "\n",
    "\n",
    "\n\n",
    "\n\n\n",
    "\r\n",
    "\r\r\n",
    "\n  ",
    "\n    ",
    "\n   ",
    "\n\t",
    "\n\t\t",
    " ",
    "\r",
    "# c\n",
    " # c\n",
    "\n# note\n",
    "\n  # note\n",
    "\"\"\"\n",
    "\n  \"\"\"\n",
    "\n    \"\"\"\n",
    "\"\"\"x\"\"\"\n",
    "```go\n",
    "\n  ```\n",
    "\n```\n",
    "\n   ```\n",
    "\"s\"\n",
    "'",
    ".Plan\n",
    "\n.Plan\n",
    "\n  .Plan\n",
    ".Role: \"x\"\n",
    "\n.Role  x y\n",
    "\n.Role:a b\n",
    "\n.Role \"q\"\n",
    "\n.Context id=a\n",
    "\n.Context   id = a path : b c\n",
    "\n.Execute\n",
    "\n    .Execute\n",
    "\n  .test\n",
    "\n     .test a=1   b : [x, y\n",
    "\n    target: @a\n",
    "\n   target:@a # c\n",
    "\n  .log: \"\"\"\n",
    "id: a\n",
    "  id :  b\n",
    "\n    key:\n",
    "\n      sub: 1\n",
    "\n  key: \"\"\"\n",
    "  text\n",
    "text  \n",
    "\n  - item\n",
    "\n     deep\n",
    "\n.Examples\n",
    "\n.Documentation\n",
    "\n  .Section title=\"T\"\n",
    "\n    .build: \"b\"\n",
    "\n.GaryML version=1.0\n",
    "\n.ToolCall name=.x arguments:\n",
    "\n.test\n",
    "\n.log x=1\n",
    "\n.Section title: U\n",
    "\n.Execute\n.test\n",
    "\n .one\n",
    "\n.Section id=x title=a b\n",
    "    ",
    "\n        ",
];

#[test]
fn random_documents_keep_their_meaning() {
    let mut random = Random(63);
    for _ in 0..5000 {
        check(&random.text(WORDS, 30));
    }
}

/// Long enough to be formatted in several pieces.
#[test]
fn long_random_documents_keep_their_meaning() {
    let mut random = Random(63);
    for _ in 0..100 {
        check(&random.text(WORDS, 700));
    }
}

#[test]
fn random_documents_keep_their_meaning_in_a_unit_that_is_set() {
    let mut random = Random(64);
    for unit in [1, 2, 3, 4, 8, 16] {
        let format = indented(unit);
        for _ in 0..300 {
            check_as(&format, &random.text(WORDS, 30));
        }
        for _ in 0..8 {
            check_as(&format, &random.text(WORDS, 700));
        }
    }
}
