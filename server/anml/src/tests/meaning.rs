//! Formatting never changes the tree.

use agmark_syntax::parse::parse;
use agmark_syntax::testing::{Random, formatted};
use agmark_syntax::{Format, Span};
use std::sync::Arc;
use tree_sitter::TreeCursor;

use crate::Anml;
use crate::syntax::context::{Context, ContextLine};
use crate::syntax::element::Element;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::line::line_at;
use crate::syntax::node::Kind;
use crate::syntax::row::Row;

const WORDS: [&str; 48] = [
    "---\n",
    "\n",
    "\r\n",
    "\n  ",
    "\n    ",
    "\n",
    " ",
    "\t",
    "nav",
    "link#e1",
    "main\n",
    "button",
    "ns:role",
    "a:b#c1",
    " \"name\"",
    " \"a\\\"b\\\\\"",
    " \"\\u00e9\\/\"",
    " [open]",
    " word",
    " x=1",
    " for=#e3",
    " p=\"q r\"",
    " q=\"#e1\"",
    " r=\"@b\"",
    " s=\"\"",
    " t=\"plain\"",
    " u=a\\b",
    " -- note",
    " --",
    "\n+ ",
    "\n* ",
    "\n  - ",
    "\n> text",
    "\n>   in",
    "\n>",
    "\n~ 3 links",
    "\n~",
    "\n| a ",
    "| c#e4 [on] k=\"v\" |",
    "| x#e5 \"b \\| c\" d=e\\|f |",
    "\\|",
    "||",
    "| 東京 |",
    "url: /\n",
    "title: \"x\"\n",
    "own: y\n",
    "é",
    "type: diff\n",
];

/// Everything a document says, without how it is laid out.
fn meaning(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let Some(tree) = parse(&Anml::INFO.language(), text, None) else { return out };
    let mut context = Context::default().begun();
    let mut cursor = tree.walk();
    if !cursor.goto_first_child() {
        return out;
    }
    loop {
        say(&mut cursor, text, &mut context, &mut out);
        if !cursor.goto_next_sibling() {
            return out;
        }
    }
}

fn say(cursor: &mut TreeCursor<'_>, text: &str, context: &mut Context, out: &mut Vec<String>) {
    let node = cursor.node();
    if Kind::of(&node) == Kind::FrontMatter {
        let front = FrontMatter::read(cursor);
        front.span.text(text).split('\n').for_each(|l| {
            context.pass(l);
        });
        let mut entries: Vec<_> =
            front.entries.iter().map(|e| format!("{}={}", e.key.text(text), e.value.text(text))).collect();
        entries.extend(front.malformed.iter().map(|m| m.text(text).to_owned()));
        // The order of keys says nothing.
        entries.sort();
        out.extend(entries);
        out.push(format!("closed: {}", front.close.is_some()));
        return;
    }
    let ContextLine::Body(body) = context.pass(line_at(text, node.start_byte(), node.end_byte())) else {
        return;
    };
    let content = Span::new(node.start_byte() + body.head.content, node.end_byte()).text(text);
    let said = match Kind::of(&node) {
        Kind::Element => element(&Element::read(cursor), text),
        Kind::TableRow => {
            let row = Row::read(cursor);
            let cells: Vec<_> = row
                .cells
                .iter()
                .map(|c| c.element.as_ref().map_or(c.span.text(text).to_owned(), |e| element(e, text)))
                .collect();
            format!("row {cells:?} {}", row.closed)
        }
        Kind::ContentLine => {
            let inner = content.strip_prefix('>').unwrap_or("");
            format!("content {:?}", inner.strip_prefix(' ').unwrap_or(inner))
        }
        Kind::SummaryLine => format!("summary {:?}", content.strip_prefix('~').unwrap_or("").trim()),
        _ => format!("unknown {content:?}"),
    };
    out.push(format!("{} {:?} {said}", body.depth, body.head.sign));
}

fn element(element: &Element, text: &str) -> String {
    let reference = element.reference.map(|r| r.text(text));
    let name = element.name.map(|n| element.value(n, text).into_owned());
    let attributes: Vec<_> = element
        .attributes()
        .map(|a| {
            // A reference, and content from outside, is another thing than the same characters in quotes.
            let value = element.value(a.value, text).into_owned();
            let marked = a.value.kind != Kind::String && value.starts_with(['#', '@']);
            (a.key.text(text).to_owned(), value, marked)
        })
        .collect();
    let others: Vec<_> = element
        .others()
        .map(|p| match p.kind {
            Kind::BareWord => format!("[{}]", p.text(text)),
            _ => p.text(text).to_owned(),
        })
        .collect();
    let note = element.note.map(|n| n.text(text).trim_start_matches("--").trim().to_owned());
    format!("{} {reference:?} {name:?} {attributes:?} {others:?} {note:?}", element.role.text(text))
}

#[test]
fn formatting_keeps_the_meaning() {
    let mut random = Random(97);
    for i in 0..6000 {
        let start = if i % 3 == 0 { "---\n" } else { "" };
        let text = format!("{start}{}", random.text(&WORDS, 30)).replace('\0', "");
        let done = formatted(Arc::new(Anml), &text);
        assert_eq!(meaning(&done), meaning(&text), "{text:?}\n{done:?}");
    }
}
