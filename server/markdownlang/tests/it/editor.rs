//! Features of an editor. The cursor in a text is `‸`.

mod actions;
mod completion;
mod front_matter;
mod information;

use std::sync::Arc;

use agmark_markdownlang::Markdownlang;
use agmark_syntax::testing::Files;
use agmark_syntax::{Edit, Format};

const FRONT: &str = "\
name: plan
description: Plans a trip
input:
  type: object
  required: [place, days, user]
  properties:
    place: { type: string, description: Where it goes }
    days: { type: array, items: { type: object, required: [sky], properties: { sky: { type: string } } } }
    user: { type: object, required: [name, first-name], properties: { name: { type: string }, first-name: { type: string } } }
    note: { type: string }
output: { type: object }
imports: [./hotel.md]
mcp_servers:
  - { name: maps, command: npx }
";

const HOTEL: &str = "\
---
name: hotel
description: Finds a hotel
input: { type: object, properties: { town: { type: string } }, required: [town] }
output: { type: object }
---
Find a hotel in {{ .town }}.
";

fn files(text: &str) -> Files {
    let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(Markdownlang);
    Files::new(&[("plan.md", text), ("hotel.md", HOTEL), ("tools/car.md", HOTEL)], &|_| {
        Some(Arc::clone(&format))
    })
}

fn body(body: &str) -> String {
    format!("---\n{FRONT}---\n{body}\n")
}

/// The text without its cursor, and where that was.
fn cursor(marked: &str) -> (String, usize) {
    let at = marked.find('‸').expect("a cursor");
    (marked.replacen('‸', "", 1), at)
}

/// The labels that are offered at the cursor.
fn offers(marked: &str) -> Vec<String> {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let document = files.own().expect("a document");
    Markdownlang.completions(document, &files, at).into_iter().map(|c| c.label).collect()
}

/// The text after the offer with this label was taken.
fn taken(marked: &str, label: &str) -> String {
    let (text, at) = cursor(marked);
    let files = files(&text);
    let document = files.own().expect("a document");
    let all = Markdownlang.completions(document, &files, at);
    let one = all.iter().find(|c| c.label == label).unwrap_or_else(|| panic!("no {label} in {all:?}"));
    Edit::apply(&text, std::slice::from_ref(&one.edit))
}

#[track_caller]
fn has(offers: &[String], wanted: &[&str]) {
    for one in wanted {
        assert!(offers.iter().any(|o| o == one), "no {one} in {offers:?}");
    }
}
