//! Real Markdown keeps its content when it is converted to AGD and back.

use std::collections::BTreeMap;

use agd::convert::{from_md, to_md};
use agd::{parse, serialize};
use agmark_syntax::testing::Random;
use expect_test::{Expect, expect, expect_file};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// The number of links, images, table rows, boxes, rules and so on.
fn inventory(markdown: &str) -> BTreeMap<String, usize> {
    let end = markdown.strip_prefix("---\n").and_then(|rest| rest.find("---\n"));
    let start = end.map_or(0, |end| end + "---\n---\n".len());
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let mut out = BTreeMap::new();
    let mut add = |what: String| *out.entry(what).or_insert(0) += 1;
    // Of what is open: how it began, and what it says.
    let mut open: Vec<(String, String)> = Vec::new();
    for event in Parser::new_ext(&markdown[start..], options) {
        let mut say = |text: &str| open.iter_mut().for_each(|(_, said)| said.push_str(text));
        match event {
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                open.push((format!("link {} {title}", decoded(&dest_url)), String::new()));
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                open.push((format!("image {} {title}", decoded(&dest_url)), String::new()));
            }
            Event::Start(Tag::TableCell) => open.push(("cell".to_owned(), String::new())),
            Event::Start(Tag::Strikethrough) => open.push(("strike".to_owned(), String::new())),
            Event::Start(Tag::Table(alignments)) => add(format!("table {alignments:?}")),
            Event::Start(Tag::Heading { level, .. }) => open.push((level.to_string(), String::new())),
            Event::Start(Tag::FootnoteDefinition(name)) => add(format!("note {name}")),
            Event::Start(Tag::HtmlBlock) => open.push(("html".to_owned(), String::new())),
            Event::Start(Tag::CodeBlock(kind)) => {
                let info =
                    if let CodeBlockKind::Fenced(info) = kind { info.to_string() } else { String::new() };
                open.push((format!("code {info}"), String::new()));
            }
            Event::End(
                TagEnd::Link
                | TagEnd::Image
                | TagEnd::TableCell
                | TagEnd::Strikethrough
                | TagEnd::Heading(_)
                | TagEnd::HtmlBlock
                | TagEnd::CodeBlock,
            ) => {
                let (what, said) = open.pop().expect("it began");
                add(format!("{what}: {said}"));
            }
            Event::TaskListMarker(done) => add(format!("box {done}")),
            Event::Rule => add("rule".to_owned()),
            Event::FootnoteReference(name) => add(format!("reference {name}")),
            Event::InlineHtml(html) => add(format!("html {html}")),
            Event::Text(text) | Event::Code(text) | Event::Html(text) => say(&text),
            Event::SoftBreak => say(" "),
            _ => {}
        }
    }
    out
}

/// An address with its characters in place of their numbers.
fn decoded(address: &str) -> String {
    let mut parts = address.split('%');
    let mut out = parts.next().unwrap_or("").to_owned();
    for part in parts {
        let byte = part.get(..2).and_then(|digits| u8::from_str_radix(digits, 16).ok());
        out.push(byte.map_or('%', char::from));
        out.push_str(if byte.is_some() { &part[2..] } else { part });
    }
    out
}

/// Converts `NAME.md`, compares with `NAME.agd`, and converts back.
fn check(name: &str, losses: Expect) {
    let markdown = std::fs::read_to_string(format!("{}/tests/readmes/{name}.md", env!("CARGO_MANIFEST_DIR")))
        .expect("the file is there");
    let converted = from_md(&markdown);
    expect_file![format!("../readmes/{name}.agd")].assert_eq(&converted.text);
    let document = parse(&converted.text).unwrap_or_else(|error| panic!("{error}: {}", converted.text));
    assert_eq!(serialize(&document), converted.text, "it is in canonical form");
    let back = to_md(&document);
    let lost = converted.losses.iter().map(|loss| format!("to AGD, {loss}\n"));
    let lost = lost.chain(back.losses.iter().map(|loss| format!("back, {loss}\n"))).collect::<String>();
    losses.assert_eq(&lost);
    assert_eq!(inventory(&back.text), inventory(&markdown), "{}", back.text);
    let again = from_md(&back.text);
    assert_eq!(again.text, converted.text, "the second time nothing changes: {}", back.text);
}

#[test]
fn a_readme_of_a_project() {
    check(
        "project",
        expect![[r#"
            to AGD, line 23: nested list: its items follow their parent item
            to AGD, line 32: block in a list: it splits the list
            to AGD, line 38: block in a list: it splits the list
            to AGD, line 73: nested list: its items follow their parent item
        "#]],
    );
}

#[test]
fn a_page_of_a_site() {
    check(
        "site",
        expect![[r##"
            to AGD, line 2: the comment "# shown in the browser" of the front matter
            to AGD, line 52: several paragraphs in an item: they become one
            to AGD, line 54: block in a list: it splits the list
        "##]],
    );
}

const PIECES: &[&str] = &[
    "# Title\n\n",
    "text ",
    "*text* ",
    "**bold** ",
    "`code` ",
    "[link](http://a.b/c_d) ",
    "[*l* `c`](<a b.md> \"t\") ",
    "[![i](s.svg)](u) ",
    "![i](s) ",
    "[r] ",
    "[text][r] ",
    "<http://a.b> ",
    "<kbd>x</kbd> ",
    "~~gone~~ ",
    "~~*gone*~~ ",
    "{{ .x }} ",
    "[^1] ",
    "\\[x](y) ",
    "\\~~x~~ ",
    "&lt;br> ",
    "a_b 2 < 3 & c ",
    "C:\\dir ",
    "\n",
    "\n\n",
    "\n\n",
    "\n\n---\n\n",
    "\n\n- [x] ",
    "\n- [ ] ",
    "\n- ",
    "\n2. ",
    "\n\n> ",
    "\n> ",
    "\n\n| a | b |\n|---|:-:|\n| [c](d) | *e* `f\\|g` |\n\n",
    "\n\n```js x\ncode\n```\n\n",
    "\n\n<div>\nhtml\n</div>\n\n",
    "\n\n[^1]: A [note](n).\n\n",
    "\n\n[r]: http://r.s/_t_ 'title'\n\n",
];

/// Content without a reported loss is complete afterwards.
#[test]
fn what_is_not_lost_is_there() {
    let mut random = Random(0xead);
    let mut whole = 0;
    for _ in 0..1_500 {
        let count = 1 + random.below(12);
        let markdown: String = (0..count).map(|_| PIECES[random.below(PIECES.len())]).collect();
        let converted = from_md(&markdown);
        let document = parse(&converted.text).unwrap_or_else(|error| panic!("{error}: {}", converted.text));
        let back = to_md(&document);
        if converted.losses.is_empty() && back.losses.is_empty() {
            whole += 1;
            let (before, after) = (inventory(&markdown), inventory(&back.text));
            assert_eq!(after, before, "{markdown}\n====\n{}\n====\n{}", converted.text, back.text);
        }
    }
    assert!(whole > 500, "only {whole} were kept whole");
}

/// Deep nesting, and many marks that are never closed.
#[test]
fn hostile_markdown_is_read() {
    for (piece, count) in [
        ("- ", 3_000),
        ("> ", 3_000),
        ("{{", 6_000),
        ("]({{", 4_000),
        ("<!--", 4_000),
        ("<", 10_000),
        ("[", 10_000),
        ("](", 6_000),
        ("[a](b", 2_000),
        ("~~a", 4_000),
        ("\\[", 6_000),
        ("{{\\[", 4_000),
        ("<a b=", 4_000),
        ("\\", 10_000),
    ] {
        for text in [
            piece.repeat(count),
            format!("text {}", piece.repeat(count)),
            format!("{}]", piece.repeat(count)),
        ] {
            let agd = from_md(&text).text;
            let document = parse(&agd).unwrap_or_else(|error| panic!("{error}: {piece}"));
            to_md(&document);
        }
    }
    let many = format!("{}{}", "[".repeat(4_000), "[a](b)".repeat(2_000));
    to_md(&parse(&from_md(&many).text).expect("the result is good"));
}
