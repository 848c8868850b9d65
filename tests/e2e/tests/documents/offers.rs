//! What holds for what is offered at any place of any document.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use agmark_syntax::memory::Files;
use agmark_syntax::{AnyFormat, Completion, Document, Edit, Severity, Span, Splice, completion_list};

use crate::formats::{self, examples};

/// At so many places of each document somebody asks.
const PLACES: usize = 120;

/// So many of the offers at a place are taken.
const TAKEN: usize = 6;

/// A document of the corpus among the others of its folder.
struct Case {
    name: String,
    files: Files,
}

impl Case {
    fn document(&self) -> &Document {
        self.files.own().expect("a document of the format")
    }
}

/// The documents of a format's corpus, each with the others beside it.
fn cases(name: &str) -> Vec<Case> {
    let registry = formats::registry();
    let all = examples(name);
    let of: BTreeMap<&str, Option<Arc<dyn AnyFormat>>> = all
        .iter()
        .map(|(file, text)| {
            (
                &**file,
                registry.detect_file(std::path::Path::new(file), text, agmark_syntax::Surroundings::NONE),
            )
        })
        .collect();
    let case = |at: usize| {
        let mut files: Vec<(&str, &str)> = all.iter().map(|(file, text)| (&**file, &**text)).collect();
        files.swap(0, at);
        let files_of = Files::new(&files, &|path| of.get(path).cloned().flatten());
        Case { name: format!("{name}/{}", files[0].0), files: files_of }
    };
    (0..all.len()).map(case).collect()
}

/// Places of a text, in each part of it, the same ones each time.
fn places(document: &Document) -> Vec<usize> {
    let length = document.text().len();
    let step = (length / PLACES).max(1);
    // An odd step meets other places of each line.
    let step = if step > 1 { step | 1 } else { 1 };
    let mut all: Vec<usize> = (0..=length).step_by(step).map(|at| document.text().floor(at)).collect();
    all.dedup();
    all
}

/// The errors of a document as it stands alone, that touch a span.
fn errors(document: &Document, span: Span) -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (start, chunk) in document.chunks_at(span) {
        for one in chunk.analysis().diagnostics.iter().filter(|one| one.severity == Severity::Error) {
            let here = one.span.shifted(start);
            if here.start <= span.end && span.start <= here.end {
                all.push((one.rule.code.to_owned(), one.message.clone()));
            }
        }
    }
    all
}

fn edited(document: &Document, edit: &Edit) -> Document {
    let mut after = document.clone();
    after.edit(&Splice {
        start: edit.span.start as usize,
        end: edit.span.end as usize,
        text: edit.text.clone(),
    });
    after
}

/// What a client that knows no snippets writes.
fn plain(offer: &Completion) -> Edit {
    let text = if offer.snippet {
        completion_list::without_placeholders(&offer.edit.text)
    } else {
        offer.edit.text.clone()
    };
    Edit::replace(offer.edit.span, text)
}

/// What a person gets who writes `1` in each place that has no words yet.
fn filled(offer: &Completion) -> Edit {
    let mut text = offer.edit.text.clone();
    if offer.snippet {
        text = text.replace("{$1}", "{}").replace(".$0", ".x");
        for place in ["$1", "$2", "$3", "$4", "$5", "$6", "$7", "$8"] {
            text = text.replace(place, "1");
        }
        while let Some(from) = text.find("${") {
            let inside = &text[from + 2..];
            let (place, _) = inside.split_once('}').unwrap_or((inside, ""));
            let words = place.split_once(':').map_or("1", |(_, words)| words).to_owned();
            text.replace_range(from..from + 2 + place.len() + 1, &words);
        }
        text = completion_list::without_placeholders(&text);
    }
    Edit::replace(offer.edit.span, text)
}

/// What is wrong with the offers at a place, a line each.
fn complaints(case: &Case, at: usize, unfinished: &[&str]) -> Vec<String> {
    let document = case.document();
    let all = document.format().completions(document, &case.files, at);
    let line = document.text().line_range(document.text().line_of(at));
    let mut out = Vec::new();
    let mut labels = HashSet::new();
    for offer in &all {
        let span = offer.edit.span.range();
        if !(span.start <= at && at <= span.end) {
            out.push(format!("{:?} replaces {span:?}, the cursor is at {at}", offer.label));
        }
        if !document.text().slice(0..document.text().len()).trim().is_empty()
            && (line.start > span.start || span.end > line.end)
        {
            out.push(format!("{:?} replaces more than the line", offer.label));
        }
        if !labels.insert(offer.label.as_str()) {
            out.push(format!("{:?} is offered twice", offer.label));
        }
        let text = plain(offer).text;
        if offer.snippet && ["${1", "${2", "$0", "$1"].iter().any(|place| text.contains(place)) {
            out.push(format!("{:?} leaves a place: {text:?}", offer.label));
        }
    }
    let whole = Span::new(line.start, line.end);
    // Where the line has errors already, it is not known what an offer makes of it.
    if !errors(document, whole).is_empty() {
        return out;
    }
    let step = (all.len() / TAKEN).max(1);
    for offer in all.iter().skip(at % step).step_by(step) {
        let edit = filled(offer);
        let after = edited(document, &edit);
        let start = edit.span.start as usize;
        let new = errors(&after, Span::new(start, start + edit.text.len()));
        for (code, message) in new.iter().filter(|(code, _)| !unfinished.contains(&code.as_str())) {
            let (before, behind) =
                (document.text().slice(line.start..at), document.text().slice(at..line.end));
            let line = format!("{before}‸{}", behind.trim_end());
            out.push(format!("{code} ({message}) after {:?} in {line:?}", offer.label));
        }
    }
    out
}

/// Takes offers at many places of a format's examples. `unfinished` are the errors of what is to be written next: an
/// offer is a part of a whole.
pub fn check(name: &str, unfinished: &[&str]) {
    let mut all = Vec::new();
    for case in cases(name) {
        for at in places(case.document()) {
            let text = case.document().text();
            let (line, column) = (text.line_of(at), at - text.line_start(text.line_of(at)));
            for one in complaints(&case, at, unfinished) {
                all.push(format!("{}:{}:{}: {one}", case.name, line + 1, column + 1));
            }
        }
    }
    assert!(
        all.is_empty(),
        "{} complaints:\n{}",
        all.len(),
        all.iter().take(400).cloned().collect::<Vec<_>>().join("\n")
    );
}
