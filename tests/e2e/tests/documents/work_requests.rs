//! An edit in 10 MB, and each request after it, takes at most twice the work of the same in 10 KB: counted, not timed.
//!
//! Not counted is what an answer about the whole document takes anyway: joining the parts of its chunks. Findings are
//! counted, because they are sent after each keystroke.

use std::sync::Arc;

use agmark_syntax::ancestors::selections;
use agmark_syntax::diagnostics::{diagnose, find};
use agmark_syntax::format::{is_mostly_errors, layout_edits};
use agmark_syntax::outline::{fold_rows, rows};
use agmark_syntax::world::{EmptyWorld, Settings};
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

const FINDINGS: &str = "findings";

/// The sizes of the two documents, in bytes.
const SMALL: usize = 10_000;
const LARGE: usize = 10_000_000;

/// What constant work may add.
const FEW: u64 = 20_000;

/// As [`FEW`], for the findings after an edit, which are asked for once. A step for each group of chunks is allowed: in
/// the large document there are about a hundred groups. A step for each chunk is not: there are ten thousand.
const FEW_FOR_FINDINGS: u64 = 4_000;

/// Asks about a small and a large document of the format: `head`, and then many parts.
pub fn check(name: &str, head: &str, part: fn(usize) -> String) {
    check_format(&formats::named(name).remove(0), head, part);
}

/// As [`check`], for one of the formats with a name.
pub fn check_format(format: &Arc<dyn AnyFormat>, head: &str, part: fn(usize) -> String) {
    let sizes = (0..).scan(head.len(), |size, number| {
        *size += part(number).len();
        Some(*size)
    });
    let middle = sizes.take_while(|size| *size < LARGE / 2).count();
    // Both documents have the same text around the middle, because the chunks of different texts differ in size.
    let half = SMALL / 2 / part(middle).len();
    let small = answered(format, head, part, [middle - half, middle, middle + half]);
    let large = answered(format, head, part, [0, middle, 2 * middle]);
    let mut wrong = Vec::new();
    for ((what, small), (_, large)) in small.into_iter().zip(large) {
        let few = if what == FINDINGS { FEW_FOR_FINDINGS } else { FEW };
        if large > 2 * small + few {
            wrong.push(format!("{what}: {small} steps, in a large document {large}"));
        }
    }
    assert!(wrong.is_empty(), "{}:\n{}", format.info().title, wrong.join("\n"));
}

/// The work of an edit in the middle and of each request after it, at several places of a part. The numbers are those of
/// the first part, the middle one, and the one after the last.
fn answered(
    format: &Arc<dyn AnyFormat>,
    head: &str,
    part: fn(usize) -> String,
    [first, middle, end]: [usize; 3],
) -> Vec<(&'static str, u64)> {
    let before: String = (first..middle).map(part).collect();
    let after: String = (middle..end).map(part).collect();
    let middle = head.len() + before.len();
    let mut document = Document::new(Arc::clone(format), &[head, &before, &after].concat());
    let ask_all = |document: &Document, question: Question| {
        (0..40).for_each(|step| question(document, document.text().floor(middle + 7 * step)));
    };
    // The second line of a part: it defines no name that others use. Not covered here is an edit that leaves a name
    // undefined: its suggestion is searched in all names, at each edit.
    let end = document.text().line_range(document.text().line_of(middle) + 1).end;
    let edit = Splice { start: end, end, text: "x".to_owned() };
    // What was asked before is kept.
    document.edit(&edit);
    QUESTIONS.iter().for_each(|(_, question)| ask_all(&document, *question));
    // The rule for layout is off by default, too: it formats the whole document.
    let mut settings = Settings::default();
    format.info().off_by_default.iter().for_each(|code| settings.set(code, None));
    let findings = |document: &Document| drop(find(document, &EmptyWorld, &settings));
    findings(&document);
    let mut all = vec![("edit", work::count(|| document.edit(&edit)))];
    all.push((FINDINGS, work::count(|| findings(&document))));
    let count =
        |(what, question): &(&'static str, Question)| (*what, work::count(|| ask_all(&document, *question)));
    all.extend(QUESTIONS.iter().map(count));
    all
}

/// Checks that the findings after an edit do not depend on those in other parts, but for a step for each: `part` gives a
/// text with a finding in each part.
pub fn check_many_findings(format: &Arc<dyn AnyFormat>, head: &str, part: fn(usize) -> String) {
    let settings = Settings::default();
    let work_of = |size: usize| {
        let mut text = head.to_owned();
        (0..)
            .map(part)
            .take_while(|part| {
                text.push_str(part);
                text.len() < size
            })
            .for_each(drop);
        let mut document = Document::new(Arc::clone(format), &text);
        let found = find(&document, &EmptyWorld, &settings).len();
        let middle = document.text().line_of(text.len() / 2);
        let at = document.text().line_range(middle).end;
        document.edit(&Splice { start: at, end: at, text: "x".to_owned() });
        (work::count(|| find(&document, &EmptyWorld, &settings)), found as u64)
    };
    let ((small, few), (large, many)) = (work_of(10 * SMALL), work_of(LARGE / 4));
    assert!(many > 10 * few && few > 10, "{}: {few} and {many} findings", format.info().title);
    let most = 2 * small + many + FEW_FOR_FINDINGS;
    assert!(large <= most, "{}: {small} steps, in a large document {large}", format.info().title);
}

/// Checks that undefined names are compared with some of the names of a large document only. `part` defines a name and
/// uses one; those of each `undefined`th part are not defined.
pub fn check_undefined(name: &str, part: fn(usize, bool) -> String) {
    let format = formats::named(name).remove(0);
    let work_of = |count: usize| {
        let text: String = (0..count).map(|i| part(i, i % (count / 40) == 7)).collect();
        let mut document = Document::new(Arc::clone(&format), &text);
        let settings = Settings::default();
        let undefined = find(&document, &EmptyWorld, &settings)
            .iter()
            .filter(|one| one.message().contains("not defined"))
            .count();
        assert!(undefined >= 40, "{name}: {undefined} names are not defined");
        let middle = document.text().line_of(text.len() / 2);
        let at = document.text().line_range(middle).end;
        document.edit(&Splice { start: at, end: at, text: "x".to_owned() });
        let steps = work::count(|| find(&document, &EmptyWorld, &settings));
        let fresh = Document::new(Arc::clone(&format), &document.text().to_string());
        let found = |document: &Document| diagnose(document, &EmptyWorld, &settings);
        assert!(found(&document) == found(&fresh), "{name}: the edited document is not like a new one");
        steps
    };
    let (small, large) = (work_of(1_000), work_of(40_000));
    assert!(large <= 2 * small + 10 * FEW, "{name}: {small} steps, in a large document {large}");
}
