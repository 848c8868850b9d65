//! An edit in 10 MB, and each request after it, takes at most twice the work of the same in 10 KB: counted, not timed.
//!
//! Not counted is what an answer about the whole document takes anyway: joining the parts of its chunks.

use std::sync::Arc;

use agmark_syntax::ancestors::selections;
use agmark_syntax::format::{is_mostly_errors, layout_edits};
use agmark_syntax::outline::{fold_rows, rows};
use agmark_syntax::world::EmptyWorld;
use agmark_syntax::{AnyFormat, Document, Encoding, Span, Splice, work};

use crate::formats;

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

/// The sizes of the two documents, in bytes.
const SIZES: [usize; 2] = [10_000, 10_000_000];

/// What constant work may add: chunks differ in size.
const FEW: u64 = 20_000;

/// Asks about a small and a large document of the format: `head`, and then many parts.
pub fn check(name: &str, head: &str, part: fn(usize) -> String) {
    check_format(&formats::named(name).remove(0), head, part);
}

/// As [`check`], for one of the formats with a name.
pub fn check_format(format: &Arc<dyn AnyFormat>, head: &str, part: fn(usize) -> String) {
    let [small, large] = SIZES.map(|size| {
        let (text, middle) = document(size, head, part);
        answered(format, &text, middle)
    });
    let mut wrong = Vec::new();
    for ((what, small), (_, large)) in small.into_iter().zip(large) {
        if large > 2 * small + FEW {
            wrong.push(format!("{what}: {small} steps, in a large document {large}"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", format.info().title, wrong.join("\n"));
}

/// A document, and where the part in its middle starts.
fn document(size: usize, head: &str, part: fn(usize) -> String) -> (String, usize) {
    let mut text = head.to_owned();
    let mut middle = 0;
    for number in 0.. {
        if text.len() >= size {
            break;
        }
        if text.len() <= size / 2 {
            middle = text.len();
        }
        text += &part(number);
    }
    (text, middle)
}

/// The work of an edit in the middle and of each request after it, at several places of a part.
fn answered(format: &Arc<dyn AnyFormat>, text: &str, middle: usize) -> Vec<(&'static str, u64)> {
    let mut document = Document::new(Arc::clone(format), text);
    let ask_all = |document: &Document, question: Question| {
        (0..40).for_each(|step| question(document, document.text().floor(middle + 7 * step)));
    };
    let end = document.text().line_range(document.text().line_of(middle)).end;
    let edit = Splice { start: end, end, text: "x".to_owned() };
    // What was asked before is kept.
    document.edit(&edit);
    QUESTIONS.iter().for_each(|(_, question)| ask_all(&document, *question));
    let mut all = vec![("edit", work::count(|| document.edit(&edit)))];
    let count =
        |(what, question): &(&'static str, Question)| (*what, work::count(|| ask_all(&document, *question)));
    all.extend(QUESTIONS.iter().map(count));
    all
}
