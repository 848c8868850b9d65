//! The memory of open documents, counted by the allocator. docs/architecture.md has the table that is checked here.

mod counting_allocator;

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use agmark_syntax::{AnyFormat, Document};
use counting_allocator::live_bytes;

/// The size of the texts, in bytes.
const SIZE: usize = 1_000_000;

/// How far a measurement may differ from the table, in percent. Names are in hash maps, whose sizes are powers of two.
const TOLERANCE: f64 = 10.0;

/// A part of a document, from its number.
type Part = fn(&mut String, usize);

fn agd(text: &mut String, n: usize) {
    let _ = write!(
        text,
        "@h2 Harbour and tides [#part-{n}]\n\n@p The boats leave with the tide in the morning. See @ref #list-{n}. \
         [#text-{n}]\n\n@ul [#list-{n}]\n- ropes and fenders\n- lamps for the pier\n- a chart of the bay\n\n\
         @code lang=sh desc=\"sail\" [#code-{n}]\n~~~\nsail --boat {n}\n~~~\n\n@ref #part-{}\n\n",
        n.saturating_sub(1)
    );
}

fn anml(text: &mut String, n: usize) {
    let first = 10 * n + 1;
    let _ = write!(
        text,
        "  region#e{first} \"Harbour and tides\"\n    p \"The boats leave with the tide in the morning.\"\n    \
         form#e{}\n      label#e{} \"Name\" for=#e{}\n      textbox#e{} \"Name\" placeholder=\"Emma\" maxlength=60 \
         [required]\n      button#e{} \"Book\" [primary]\n    table#e{} \"Boats\" rows=2 cols=2\n      | boat | tide \
         |\n      | Emma | {n} |\n      | Anna | {n} |\n      ~ ... {n} rows omitted\n",
        first + 1,
        first + 2,
        first + 3,
        first + 3,
        first + 4,
        first + 5,
    );
}

fn garyml(text: &mut String, n: usize) {
    let _ = write!(
        text,
        ".Context id=file{n} type=file path=tides/f{n}.go\n  ```go\n  package tides\n  func f{n}() {{ turn({n}) }}\n  \
         ```\n.Instructions\n  \"\"\"\n  The boats leave with the tide in the morning.\n  \"\"\"\n.Execute\n  \
         .refactor\n    target: @file{n}\n    # after the storm\n",
    );
}

fn markdownlang(text: &mut String, n: usize) {
    let _ = write!(
        text,
        "## Tide {n}\n\nThe boats leave with the tide, says {{{{ .name | title }}}}. See [the list](#tide-{n}).\n\n\
         - ropes and fenders\n- lamps for the pier\n\n",
    );
}

/// The bytes of memory for each byte of a text.
fn factor(format: &Arc<dyn AnyFormat>, head: &str, part: Part) -> f64 {
    let mut text = String::with_capacity(SIZE + 1000);
    text.push_str(head);
    let mut number = 0;
    while text.len() < SIZE {
        part(&mut text, number);
        number += 1;
    }
    // Parsers and tables that are set up once do not count.
    drop(Document::new(Arc::clone(format), &text));
    let before = live_bytes();
    let document = Document::new(Arc::clone(format), &text);
    let after = live_bytes();
    assert_eq!(document.text().len(), text.len());
    (after - before) as f64 / text.len() as f64
}

/// The numbers of the table, by the titles of the formats.
fn written() -> Vec<(String, f64)> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/architecture.md");
    let page = std::fs::read_to_string(page).expect("the page can be read");
    let (_, table) = page.split_once("| format | bytes of memory").expect("the page has the table");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        (cells[1].to_owned(), cells[2].parse().expect("a number"))
    })
    .collect()
}

/// One test, because others in the same process would be counted, too.
#[test]
fn the_table_of_the_architecture_is_true() {
    let program =
        "---\nname: tide\ninput:\n  type: object\n  properties:\n    name: { type: string }\n---\n\n";
    let documents: [(&str, &str, Part); 4] = [
        ("AGD", "@meta title=\"Harbour\"\n\n", agd),
        ("ANML", "---\nurl: https://harbour.example\n---\nmain\n", anml),
        ("GaryML", ".GaryML version: 1.0\n", garyml),
        ("markdownlang", program, markdownlang),
    ];
    let formats = agmark_formats::all();
    let measured: Vec<_> = documents
        .iter()
        .map(|(title, head, part)| {
            let format = formats.iter().find(|format| format.info().title == *title).expect("a format");
            ((*title).to_owned(), factor(format, head, *part))
        })
        .collect();
    let written = written();
    let is_near = |(title, factor): &(String, f64)| {
        let row = written.iter().find(|(row, _)| row == title);
        row.is_some_and(|(_, row)| (factor / row - 1.0).abs() * 100.0 <= TOLERANCE)
    };
    let rows: String =
        measured.iter().map(|(title, factor)| format!("| {title} | {factor:.1} |\n")).collect();
    assert!(measured.iter().all(is_near), "write these rows into docs/architecture.md:\n{rows}");
}
