//! Twice the text takes about twice the work, whatever is in it: counted, not timed.
//!
//! A shape is a text of a size that could make something compare everything with everything.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_syntax::ancestors::selections;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::outline::{folds, outline};
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Diagnostic, Document, Edit, Splice, fixing, format, work};

use crate::formats;

/// Something that is done with a whole document, and whose work is counted.
type Deed = fn(&Document);

/// All of them, by name.
const DEEDS: &[(&str, Deed)] = &[
    ("check", |document| drop(found(document))),
    ("fix", |document| {
        let chosen = fixing::automatic(document, &found(document));
        Edit::apply(&document.text().to_string(), &chosen.edits);
    }),
    ("format", |document| drop(format::format_document(document))),
    ("outline", |document| drop((outline(document), folds(document)))),
    ("references", |document| {
        for at in places(document) {
            if let Some(here) = document.occurrence_at(at) {
                drop((document.definitions(&here.name), document.references(&here.name)));
            }
            drop(selections(document, at));
        }
    }),
    ("hover", |document| {
        places(document).into_iter().for_each(|at| drop(document.format().hover(document, &EmptyWorld, at)))
    }),
    ("completion", |document| {
        places(document)
            .into_iter()
            .for_each(|at| drop(document.format().completions(document, &EmptyWorld, at)));
    }),
    ("signature", |document| {
        places(document)
            .into_iter()
            .for_each(|at| drop(document.format().signature(document, &EmptyWorld, at)));
    }),
    ("meaning", |document| {
        places(document).into_iter().for_each(|at| {
            drop(document.format().resolve(document, &EmptyWorld, at, agmark_syntax::WantedUses::Places))
        });
    }),
    ("partners", |document| {
        places(document).into_iter().for_each(|at| drop(document.format().partners(document, at)))
    }),
    ("lenses", |document| drop(document.format().code_lenses(document, &EmptyWorld, Default::default()))),
    ("actions", |document| {
        for at in places(document) {
            drop(document.format().code_actions(document, &EmptyWorld, agmark_syntax::Span::at(at)));
        }
    }),
    ("a keystroke and a large edit", |document| {
        let mut document = document.clone();
        for at in [0, document.text().len() / 2, document.text().len()] {
            let at = document.text().floor(at);
            document.edit(&Splice { start: at, end: at, text: "x".to_owned() });
        }
        let half = document.text().len() / 2;
        document.edit(&Splice { start: 1, end: half, text: String::new() });
    }),
];

/// Places in three parts of a document, side by side: whatever stands there, each kind of it is met.
fn places(document: &Document) -> Vec<usize> {
    let len = document.text().len();
    let starts = [0, len / 2, len.saturating_sub(40)];
    starts.into_iter().flat_map(|start| (0..12).map(move |i| document.text().floor(start + 3 * i))).collect()
}

/// How deep something is nested whose indents alone make a text of `n` lines.
pub fn depth(n: usize) -> usize {
    (n * 10).isqrt()
}

fn found(document: &Document) -> Vec<Diagnostic> {
    let mut settings = Settings::default();
    for code in document.format().info().off_by_default {
        settings.set(code, None);
    }
    let mut found = diagnose(document, &EmptyWorld, &settings);
    document.format().add_fixes(document, &EmptyWorld, &mut found);
    found
}

pub type Shape = (&'static str, fn(usize) -> String);

pub fn check(name: &str, shapes: &[Shape], size: usize) {
    for format in formats::named(name) {
        for (shape, make) in shapes {
            linear(&format, shape, &make(size), &make(2 * size));
        }
    }
}

fn linear(format: &Arc<dyn AnyFormat>, shape: &str, small: &str, large: &str) {
    let understood = |text: &str| work::count(|| Document::new(Arc::clone(format), text));
    compare(&format!("{shape}: analysis"), understood(small), understood(large));
    let (small, large) = (Document::new(Arc::clone(format), small), Document::new(Arc::clone(format), large));
    for (deed, run) in DEEDS {
        let (one, two) = (work::count(|| run(&small)), work::count(|| run(&large)));
        compare(&format!("{shape}: {deed}"), one, two);
    }
}

/// What is done once whatever the size does not count, nor do a few chunks more or less at each place: no two texts
/// are cut alike. The tree of a large chunk is kept for the next keystroke, which takes a few more passes over it.
fn compare(what: &str, one: u64, two: u64) {
    let few = match what.rsplit(": ").next() {
        Some("analysis" | "check") => 100_000,
        Some("a keystroke and a large edit") => 1_000_000,
        _ => 400_000,
    };
    assert!(two <= (one * 22 / 10).max(few), "{what}: {one} steps, for twice the text {two}");
}

/// A text of `n` parts.
pub fn many(n: usize, part: impl Fn(usize) -> String) -> String {
    (0..n).fold(String::new(), |mut text, i| {
        let _ = write!(text, "{}", part(i));
        text
    })
}
