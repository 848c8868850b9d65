//! A request after an edit takes work as large as the edit, however large the document is: counted, not timed.
//!
//! Not counted is what an answer about the whole document takes anyway: joining the parts of its chunks.

use std::sync::Arc;

use agmark_syntax::ancestors::selections;
use agmark_syntax::format::{is_mostly_errors, layout_edits};
use agmark_syntax::outline::{fold_rows, rows};
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{AnyFormat, Document, Encoding, Span, Splice, work};

use crate::formats;
use crate::work::many;

/// A request at one place of a document.
type Question = fn(&Document, usize);

const QUESTIONS: &[(&str, Question)] = &[
    ("outline", |document, _| drop(rows(document, Encoding::Utf16))),
    ("folds", |document, _| drop(fold_rows(document, Encoding::Utf16))),
    ("formatting", |document, _| drop((layout_edits(document), is_mostly_errors(document)))),
    ("hover", |document, at| drop(document.format().hover(document, &EmptyWorld, at))),
    ("completion", |document, at| drop(document.format().completions(document, &EmptyWorld, at))),
    ("signature", |document, at| drop(document.format().signature(document, &EmptyWorld, at))),
    ("definition", |document, at| {
        drop(document.format().resolve(document, &EmptyWorld, at));
        if let Some(name) = document.occurrence_at(at) {
            drop((document.definitions(&name.name), document.references(&name.name)));
        }
    }),
    ("selection", |document, at| drop(selections(document, at))),
    ("highlight", |document, at| drop(document.format().partners(document, at))),
    ("typing", |document, at| drop(document.format().on_type(document, at, '\n'))),
    ("hints", |document, at| {
        drop(document.format().inlay_hints(document, &EmptyWorld, Span::new(at, at + 200)))
    }),
    ("actions", |document, at| drop(document.format().code_actions(document, &EmptyWorld, Span::at(at)))),
    ("lenses", |document, _| drop(document.format().code_lenses(document, &EmptyWorld, Default::default()))),
];

/// Parts of the small document. The large one has a hundred times as many.
const PARTS: usize = 60;

/// What constant work may add: chunks differ in size.
const FEW: u64 = 20_000;

/// Asks about a small and a large document of the format: `head`, and then many parts.
pub fn check(name: &str, head: &str, part: fn(usize) -> String) {
    let format = formats::named(name).remove(0);
    let count = |parts: usize| answered(&format, &format!("{head}{}", many(parts, part)));
    for ((what, small), (_, large)) in count(PARTS).into_iter().zip(count(100 * PARTS)) {
        assert!(large <= 2 * small + FEW, "{name}: {what}: {small} steps, in a large document {large}");
    }
}

/// The work of each request after an edit in the middle, at several places of a part.
fn answered(format: &Arc<dyn AnyFormat>, text: &str) -> Vec<(&'static str, u64)> {
    let mut document = Document::new(Arc::clone(format), text);
    let middle = document.text().floor(text.len() / 2);
    let middle = document.text().line_start(document.text().line_of(middle));
    let ask_all = |document: &Document, question: Question| {
        (0..40).for_each(|step| question(document, document.text().floor(middle + 7 * step)));
    };
    let edit = |document: &mut Document| {
        let end = document.text().line_range(document.text().line_of(middle)).end;
        document.edit(&Splice { start: end, end, text: "x".to_owned() });
    };
    // What was asked before is kept.
    edit(&mut document);
    QUESTIONS.iter().for_each(|(_, question)| ask_all(&document, *question));
    edit(&mut document);
    let count =
        |(what, question): &(&'static str, Question)| (*what, work::count(|| ask_all(&document, *question)));
    QUESTIONS.iter().map(count).collect()
}
