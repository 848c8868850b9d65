//! What is offered where a cursor is: `$0` in the text of the first file.

mod commands;
mod completion;
mod places;
mod refs;
mod script_completion;

use std::sync::Arc;

use agmark_syntax::testing::Files;
use agmark_syntax::{AnyFormat, Change, Document, Edit, Span, Splice};

use crate::{Anml, Script};

fn format(path: &str) -> Option<Arc<dyn AnyFormat>> {
    let formats: [Arc<dyn AnyFormat>; 2] = [Arc::new(Anml), Arc::new(Script)];
    formats
        .into_iter()
        .find(|format| format.info().extensions.iter().any(|e| path.ends_with(&format!(".{e}"))))
}

/// A workspace whose first file has a cursor, and where that is.
fn workspace(files: &[(&str, &str)]) -> (Files, usize) {
    let at = files[0].1.find("$0").expect("a cursor");
    let own = files[0].1.replace("$0", "");
    let mut all = vec![(files[0].0, own.as_str())];
    all.extend(&files[1..]);
    (Files::new(&all, &format), at)
}

fn own(files: &Files) -> &Document {
    files.own().expect("a document")
}

fn text(files: &Files) -> String {
    let text = own(files).text();
    text.slice(0..text.len()).into_owned()
}

fn applied(text: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse(edit.span));
    let mut out = text.to_owned();
    for edit in edits {
        out.replace_range(edit.span.start as usize..edit.span.end as usize, &edit.text);
    }
    out
}

/// A snapshot that scripts are for.
const SNAPSHOT: (&str, &str) = (
    "login.anml",
    "form\n  textbox#e1 \"Name\"\n  checkbox#e2 \"Stay\"\n  button#e10 \"Go\"\n  nav#e3 \"More\"\n    ~ 3 links\n",
);

/// Nothing that is offered anywhere may fail, whatever the text.
#[test]
fn anything_may_be_asked_anywhere() {
    let words = [
        "---\n",
        "type: diff\n",
        "base: b\n",
        "main",
        "\n",
        "  ",
        "link#e1",
        "#",
        "#e2",
        " \"a",
        "\"",
        " [",
        "]",
        "x=",
        "| a |",
        "|",
        "~ expand #",
        "> ",
        "+ ",
        "- ",
        "é",
        "\u{feff}",
        "- link [ref=e3]",
        "\r\n",
        "click ",
        "# against: b.anml\n",
    ];
    let mut random = agmark_syntax::testing::Random(77);
    for round in 0..600 {
        let source = random.text(&words, 16);
        let name = if round % 3 == 0 { "a.anmla" } else { "a.anml" };
        let files = Files::new(&[(name, source.as_str()), ("b.anml", "nav#e1 \"x\"\n")], &format);
        let document = own(&files);
        let format = document.format();
        for at in (0..=source.len()).filter(|at| source.is_char_boundary(*at)) {
            for offer in format.completions(document, &files, at) {
                assert!(offer.edit.span.touches(at), "{source:?} {at} {offer:?}");
                assert!(source.is_char_boundary(offer.edit.span.end as usize), "{source:?} {at} {offer:?}");
            }
            format.hover(document, &files, at);
            for c in ['\n', '|'] {
                for edit in format.on_type(document, at, c) {
                    let mut document = Document::new(Arc::clone(format), &source);
                    let (start, end) = (edit.span.start as usize, edit.span.end as usize);
                    document.edit(&Splice { start, end, text: edit.text });
                }
            }
            for action in format.code_actions(document, &files, Span::at(at)) {
                if let Change::Edits(edits) = action.change {
                    applied(&source, &edits);
                }
            }
        }
    }
}
