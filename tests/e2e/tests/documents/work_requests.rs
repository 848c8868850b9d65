//! An edit in 10 MB, and each request after it, takes at most twice the work of the same in 10 KB: counted, not timed.
//!
//! Not counted is what an answer about the whole document takes anyway: joining the parts of its chunks. Findings are
//! counted, because they are sent after each keystroke.

use std::path::Path;
use std::sync::Arc;

use agmark_syntax::ancestors::selections;
use agmark_syntax::diagnostics::{diagnose, find};
use agmark_syntax::format::{is_mostly_errors, layout_edits};
use agmark_syntax::line_columns::LineColumns;
use agmark_syntax::outline::{fold_rows, rows};
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document, Encoding, Span, Splice, WantedUses, World, work};
use agmark_workspace::{Index, IndexedFile, NameUse, Opened, View};

use crate::formats;

/// A place in an open document of a workspace that also has it on disk.
struct Place<'a> {
    index: &'a Index,
    path: &'a Arc<Path>,
    document: &'a Document,
    view: &'a View<'a>,
    at: usize,
}

impl Place<'_> {
    fn format(&self) -> &dyn AnyFormat {
        &**self.document.format()
    }

    /// The name, as requests find it.
    fn name(&self, wanted: WantedUses) -> Option<NameUse<'_>> {
        NameUse::at(self.index, self.view, self.path, self.document, self.at, wanted)
    }
}

/// A request at one place.
type Question = fn(&Place<'_>);

const QUESTIONS: &[(&str, Question)] = &[
    ("hover", |here| {
        drop(here.format().hover(here.document, here.view, here.at));
        if let Some(name) = here.name(WantedUses::Number)
            && !name.definitions().is_empty()
        {
            let _ = name.count_uses();
        }
    }),
    ("completion", |here| {
        drop(here.format().completions(here.document, here.view, here.at));
        if let Some(name) = here.document.occurrence_at(here.at) {
            drop(here.document.names().offered(name.name.space.word(), ""));
            drop(here.view.offered(name.name.space.word(), "", &|_| true));
        }
    }),
    ("signature", |here| drop(here.format().signature(here.document, here.view, here.at))),
    ("definition", |here| drop(here.name(WantedUses::Number).map(|name| name.definitions()))),
    ("preparing a rename", |here| drop(here.name(WantedUses::Number))),
    ("selection", |here| drop(selections(here.document, here.at))),
    ("highlight", |here| drop(here.format().partners(here.document, here.at))),
    ("typing", |here| drop(here.format().on_type(here.document, here.at, '\n'))),
    ("hints", |here| {
        drop(here.format().inlay_hints(here.document, here.view, Span::new(here.at, here.at + 200)))
    }),
    ("actions", |here| drop(here.format().code_actions(here.document, here.view, Span::at(here.at)))),
];

/// A request about the whole document.
type Answer = fn(&Document);

/// These join what the chunks keep.
const WHOLE: &[(&str, Answer)] = &[
    ("outline", |document| drop(rows(document, Encoding::Utf16))),
    ("folds", |document| drop(fold_rows(document, Encoding::Utf16))),
    ("line columns", |document| drop(LineColumns::of(document, Encoding::Utf16))),
    ("formatting", |document| drop((layout_edits(document), is_mostly_errors(document)))),
    ("lenses", |document| drop(document.format().code_lenses(document, &EmptyWorld, Default::default()))),
];

const FINDINGS: &str = "findings";

/// The sizes of the two documents, in bytes.
const SMALL: usize = 10_000;
const LARGE: usize = 10_000_000;

/// The number of places.
const PLACES: usize = 40;

/// What constant work may add, also for the answers to a request at all places. A few steps for each group of chunks are
/// allowed: in the large document there are about a hundred groups. A step for each chunk at each place is not: there are
/// ten thousand.
const FEW: u64 = 80_000;

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
    let path: Arc<Path> = Path::new("/workspace/document").into();
    let mut index = Index::default();
    index.set_closed(Arc::clone(&path), Some(Arc::new(IndexedFile::of(&document))));
    // The second line of a part: it defines no name that others use. Not covered here is an edit that leaves a name
    // undefined: its suggestion is searched in all names, at each edit.
    let end = document.text().line_range(document.text().line_of(middle) + 1).end;
    let edit = Splice { start: end, end, text: "x".to_owned() };
    // What was asked before is kept.
    document.edit(&edit);
    let ask_all = |index: &Index, document: &Document, question: Question| {
        let view = View::new(index, Some(&path), format.info().name);
        let places = (0..PLACES).map(|step| document.text().floor(middle + 7 * step));
        places.for_each(|at| question(&Place { index, path: &path, document, view: &view, at }));
    };
    index.set_open(Arc::clone(&path), Some(Opened::Document(document.clone())));
    QUESTIONS.iter().for_each(|(_, question)| ask_all(&index, &document, *question));
    WHOLE.iter().for_each(|(_, question)| question(&document));
    // The rule for layout is off by default, too: it formats the whole document.
    let mut settings = Settings::default();
    format.info().off_by_default.iter().for_each(|code| settings.set(code, None));
    let findings = |document: &Document| drop(find(document, &EmptyWorld, &settings));
    findings(&document);
    let mut all = vec![("edit", work::count(|| document.edit(&edit)))];
    all.push((FINDINGS, work::count(|| findings(&document))));
    index.set_open(Arc::clone(&path), Some(Opened::Document(document.clone())));
    all.extend(WHOLE.iter().map(|(what, question)| (*what, work::count(|| question(&document)))));
    for (what, question) in QUESTIONS {
        all.push((what, work::count(|| ask_all(&index, &document, *question))));
    }
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
