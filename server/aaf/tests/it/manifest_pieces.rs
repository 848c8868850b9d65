//! A manifest that is cut into pieces is understood like one that is a single piece.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use agmark_aaf::Manifests;
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::outline::{folds, outline};
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{Document, Splice, testing, work};
use expect_test::expect;

/// A manifest of `n` actions.
fn manifest(n: usize) -> String {
    let mut text = "{\n  \"@context\": { \"amount\": \"https://schema.org/amount\" },\n  \"version\": \"0.1\",\n  \"site\": { \"name\": \"Club\", \"origin\": \"https://club.example\" },\n  \"actions\": {\n".to_owned();
    for i in 0..n {
        let _ = write!(
            text,
            "    \"seat{i}.book\": {{\n      \"title\": \"Book seat {i}\",\n      \"scope\": \"seats.write\",\n      \"risk\": \"low\",\n      \"confirmation\": \"optional\",\n      \"idempotent\": false,\n      \"inputSchema\": {{\n        \"type\": \"object\",\n        \"required\": [\"amount\"],\n        \"properties\": {{\n          \"amount\": {{ \"type\": \"number\", \"x-semantic\": \"https://schema.org/price\" }}\n        }}\n      }},\n      \"outputSchema\": {{ \"type\": \"object\", \"properties\": {{ \"error\": {{ \"enum\": [\"FULL\", \"other\"] }} }} }}\n    }}{}\n",
            if i + 1 == n { "" } else { "," }
        );
    }
    text.push_str("  },\n  \"data\": {\n    \"seat.list\": { \"title\": \"Seats\", \"scope\": \"seats.read\", \"outputSchema\": {} }\n  },\n  \"pages\": {\n");
    for i in 0..n {
        let end = if i + 1 == n { "" } else { "," };
        let _ = writeln!(
            text,
            "    \"/seats/{i}\": {{ \"title\": \"Seat {i}\", \"actions\": [\"seat{i}.book\"] }}{end}"
        );
    }
    text.push_str("  },\n  \"errors\": {\n    \"FULL\": { \"message\": \"No seat is left\" }\n  }\n}\n");
    text
}

/// The same text on one line, which is never cut. All places stay.
fn on_one_line(text: &str) -> String {
    text.replace('\n', " ")
}

fn document(text: &str) -> Document {
    Document::new(Arc::new(Manifests), text)
}

/// What is understood of a document, without the numbers of lines.
fn understood(document: &Document) -> (Vec<String>, Vec<String>, Vec<String>) {
    let settings = Settings::default();
    let found = diagnose(document, &EmptyWorld, &settings);
    let mut found: Vec<_> = found
        .iter()
        .map(|one| {
            let message = one.message.split(" is already defined on line").next().unwrap_or_default();
            format!(
                "{:?} {} {message} {:?} {:?} {:?}",
                one.span, one.rule.code, one.related, one.fixes, one.awaits
            )
        })
        .collect();
    found.sort();
    let symbols = outline(document)
        .iter()
        .map(|item| {
            format!(
                "{} {} {} {} {:?}",
                item.level, item.symbol.name, item.symbol.detail, item.span.start, item.selection
            )
        })
        .collect();
    let mut names = Vec::new();
    for (start, chunk) in document.chunks().iter() {
        let analysis = chunk.analysis();
        names.extend(analysis.definitions.iter().map(|one| {
            format!("{:?} def {} {:?}", one.span.shifted(start), one.name, one.whole.shifted(start))
        }));
        names.extend(
            analysis
                .references
                .iter()
                .map(|one| format!("{:?} ref {} {:?}", one.span.shifted(start), one.name, one.target)),
        );
        names.extend(
            analysis.links.iter().map(|one| format!("{:?} link {}", one.span.shifted(start), one.target)),
        );
    }
    names.sort();
    (found, symbols, names)
}

fn agree(what: &str, text: &str) {
    let (cut, whole) = (document(text), document(&on_one_line(text)));
    assert_eq!(whole.chunks().len(), 1, "{what}");
    let (found, symbols, names) = understood(&cut);
    let (all_found, all_symbols, all_names) = understood(&whole);
    assert_eq!(found, all_found, "{what}: diagnostics");
    assert_eq!(symbols, all_symbols, "{what}: outline");
    assert_eq!(names, all_names, "{what}: names");
    let lines = |span: agmark_syntax::Span| text[span.range()].contains('\n');
    let kept: BTreeSet<_> = folds(&cut).into_iter().map(|fold| fold.span).collect();
    let analysis = whole.chunks().iter().map(|(_, chunk)| chunk.analysis());
    let all: BTreeSet<_> =
        analysis.flat_map(|one| one.folds.iter().map(|fold| fold.span)).filter(|span| lines(*span)).collect();
    assert_eq!(kept, all, "{what}: folds");
}

#[test]
fn pieces_are_understood_like_the_whole() {
    let text = manifest(30);
    assert!(document(&text).chunks().len() > 10);
    agree("in order", &text);
    let edits: &[(&str, &str, &str)] = &[
        ("an unknown key of an entry", "\"title\": \"Book seat 15\"", "\"titel\": \"Book seat 15\""),
        ("an unknown risk", "\"risk\": \"low\"", "\"risk\": \"lo\""),
        ("a required key is missing", "\"version\": \"0.1\",\n  ", ""),
        ("an unknown key of the manifest", "\"errors\": {", "\"mistakes\": {"),
        ("a misspelt key of the manifest", "\"errors\": {", "\"erors\": {"),
        ("a key of the manifest is given twice", "\"errors\": {", "\"version\": \"0.1\",\n  \"errors\": {"),
        ("a page lists an action that does not exist", "[\"seat7.book\"]", "[\"seat7.bok\"]"),
        ("an action is on no page", "[\"seat7.book\"]", "[]"),
        ("an action is a data view", "\"seat.list\"", "\"seat3.book\""),
        ("an action is declared twice", "\"seat20.book\": {", "\"seat3.book\": {"),
        ("a part of an action with a lower risk", "\"seat20.book\": {", "\"seat3.book.submit\": {"),
        ("a wrong type", "\"idempotent\": false", "\"idempotent\": \"no\""),
        (
            "a registry of the wrong type",
            "\"data\": {\n    \"seat.list\": { \"title\": \"Seats\", \"scope\": \"seats.read\", \"outputSchema\": {} }\n  }",
            "\"data\": []",
        ),
        ("the manifest is not closed", "  }\n}\n", "  }\n"),
        (
            "the last registry is not closed",
            "    \"FULL\": { \"message\": \"No seat is left\" }\n  }\n}\n",
            "    \"FULL\": { \"message\": \"No seat is left\" }",
        ),
        ("an action is not closed", "\"title\": \"Book seat 15\",", "\"title\": { \"x\": 1,"),
        (
            "a registry is closed too early",
            "\"title\": \"Book seat 15\",",
            "\"title\": \"Book seat 15\" } },",
        ),
        (
            "everything is closed too early",
            "\"title\": \"Book seat 15\",",
            "\"title\": \"Book seat 15\" }}},",
        ),
        (
            "a comma too many",
            "\"FULL\": { \"message\": \"No seat is left\" }",
            "\"FULL\": { \"message\": \"No seat is left\" },",
        ),
        (
            "a term of the context contradicts",
            "\"https://schema.org/amount\"",
            "\"https://schema.org/price\"",
        ),
    ];
    for (what, from, to) in edits {
        assert!(text.contains(from), "{what}");
        agree(what, &text.replacen(from, to, 1));
    }
}

/// What breaks a manifest wherever it is written.
const HOSTILE: &[&str] = &[
    "{",
    "}",
    "},\n",
    "[",
    "]",
    "\"",
    ",",
    ":",
    "/*",
    "*/",
    "//",
    "\n",
    "\n    \"seat.new\": {\n",
    "\"actions\": {",
    "é",
    "\\",
    "\"FULL\"",
    "    \"seat.list\": {},\n",
];

#[test]
fn edits_leave_a_fresh_manifest() {
    let format: Arc<dyn agmark_syntax::AnyFormat> = Arc::new(Manifests);
    for seed in 1..9 {
        testing::check_edits(&format, &manifest(12), HOSTILE, seed, 40);
    }
}

#[test]
fn a_manifest_on_one_line_is_one_piece() {
    assert_eq!(document(&on_one_line(&manifest(50))).chunks().len(), 1);
}

#[test]
fn errors_are_found_where_they_are() {
    let text = manifest(4).replacen("\"title\": \"Book seat 1\"", "\"title\": \"Book seat 1", 1).replacen(
        "No seat is left\" }\n  }\n}\n",
        "No seat is left\" }\n",
        1,
    );
    expect![[r#"
        1:1-1:2 error aaf/json-syntax '{' is not closed: add '}'
        22:16-22:28 error aaf/json-syntax this string is not closed: add the closing '"'
          suggestion: insert '"': 22:28-22:28 "\""
        76:13-76:14 error aaf/json-syntax '{' is not closed: add '}'
          suggestion: insert '}': 77:45-77:45 "}"
    "#]]
    .assert_eq(&testing::diagnostics(Arc::new(Manifests), &text));
}

/// An edit in the middle costs the same in a short and in a long manifest, and so do the answers there.
#[test]
fn work_is_as_large_as_the_edit() {
    let cost = |n: usize| {
        let text = manifest(n);
        let place = text.find(&format!("Book seat {}", n / 2)).unwrap_or(0);
        let mut document = document(&text);
        let format = Arc::clone(document.format());
        let edit = work::count(|| {
            for (i, c) in "new ".chars().enumerate() {
                document.edit(&Splice { start: place + i, end: place + i, text: c.to_string() });
            }
        });
        let answers = work::count(|| {
            for at in (place..place + 400).step_by(7) {
                drop(format.hover(&document, &EmptyWorld, at));
                drop(format.completions(&document, &EmptyWorld, at));
                drop(format.code_actions(&document, &EmptyWorld, agmark_syntax::Span::at(at)));
            }
        });
        (edit, answers)
    };
    let (small, large) = (cost(15), cost(5_000));
    assert!(large.0 <= 2 * small.0 && large.1 <= 2 * small.1, "{small:?}, in a long manifest {large:?}");
}
