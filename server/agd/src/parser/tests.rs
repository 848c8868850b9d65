//! The strict parser and the tree give the same blocks.

use std::fmt::Write as _;
use std::sync::Arc;

use agmark_syntax::testing::{self, Random};
use agmark_syntax::{Ending, Span};
use proptest::prelude::*;

use super::ErrorKind;
use crate::ast::{Block, Kind, RunKind, Value};
use crate::samples::{self, WORDS};
use crate::syntax::block::{self, BlockKind, Markup, MarkupKind};
use crate::syntax::{read, value};
use crate::{Agd, parse, serialize};

/// The errors that the editor reports, except for dangling references, which the strict parser does not check.
fn editor_errors(text: &str) -> Vec<String> {
    let found = testing::diagnostics(Arc::new(Agd), text);
    let errors = found.lines().filter(|line| !line.starts_with(' ') && line.contains(" error agd/"));
    errors.filter(|line| !line.contains("agd/dangling-reference")).map(str::to_owned).collect()
}

fn check(text: &str) -> bool {
    let errors = editor_errors(text);
    match parse(text) {
        Ok(document) => {
            assert!(errors.is_empty(), "only the editor finds {errors:#?} in {text:?}");
            assert_eq!(strict_says(&document), tree_says(text), "{text:?}");
            let canonical = serialize(&document);
            // The library writes LF. The formatter keeps the line ending of a file.
            let kept = Ending::of(text).write(&canonical);
            assert_eq!(kept, testing::formatted(Arc::new(Agd), text), "{text:?}");
            let again = parse(&canonical).unwrap_or_else(|e| panic!("{e} in {canonical:?} of {text:?}"));
            assert_eq!(strict_says(&again), strict_says(&document), "{text:?}");
            assert_eq!(serialize(&again), canonical, "not a fixed point: {text:?}");
            assert_eq!(document.to_text(), text);
            true
        }
        Err(error) => {
            assert!(!errors.is_empty(), "only the strict parser finds \"{error}\" in {text:?}");
            false
        }
    }
}

fn strict_says(document: &crate::Document<'_>) -> String {
    let mut out = String::new();
    for block in document.blocks() {
        let _ = write!(out, "@{} {:?} {:?}", block.tag(), block.id(), block.hash());
        let mut attributes: Vec<_> = block.attributes().collect();
        attributes.sort_by_key(|attribute| attribute.key);
        for attribute in attributes {
            let _ = write!(out, " {}={:?}", attribute.key, attribute.value());
        }
        if block.kind() == Kind::Comment {
            let _ = write!(out, " {:?}", block.source());
        } else {
            let _ = write!(out, " {}", strict_content(block));
        }
        out.push('\n');
    }
    out
}

fn strict_content(block: Block<'_>) -> String {
    let runs = |runs: crate::ast::Runs<'_>| -> Vec<(RunKind, String)> {
        runs.map(|run| (run.kind, run.text.to_owned())).collect()
    };
    let items: Vec<_> = block.items().runs().map(runs).collect();
    let text = block.text().map(|_| runs(block.runs())).unwrap_or_default();
    format!("{text:?} {items:?} {:?} {:?}", block.body(), block.target())
}

fn tree_says(text: &str) -> String {
    let tree = agmark_syntax::parse::parse(&crate::syntax::syntax_kind::language(), text, None)
        .expect("it is small");
    let mut out = String::new();
    for block in read::blocks(&tree, text) {
        if block.kind == BlockKind::Comment {
            let _ = writeln!(out, "@! None None {:?}", block.span.text(text));
            continue;
        }
        let id = block.id().map(|id| id.identifier.name().text(text));
        let hash = block.id().and_then(|id| id.hash).map(|hash| hash.text(text).trim_start_matches(':'));
        let _ = write!(out, "@{} {id:?} {hash:?}", block.name(text));
        let mut attributes = block.attributes.clone();
        attributes.sort_by_key(|attribute| attribute.name.text(text));
        for attribute in &attributes {
            let words = value::text(attribute, text);
            let value = match attribute.value_kind {
                block::ValueKind::Boolean => Value::Bool(words == "true"),
                block::ValueKind::Integer => Value::Int(words.parse().expect("it is an integer")),
                _ => Value::Text(words),
            };
            let _ = write!(out, " {}={value:?}", attribute.name.text(text));
        }
        let _ = writeln!(out, " {}", tree_content(&block, text));
    }
    out
}

fn tree_content(block: &block::Block, text: &str) -> String {
    let inline = block.text.map(|span| tree_runs(span, &block.markup, text)).unwrap_or_default();
    let item = |item: &block::ListItem| tree_runs(item.text, &block.markup[item.markup.clone()], text);
    let items: Vec<_> = block.items.iter().map(item).collect();
    let body = block.fence.map(|fence| {
        let body = fence.body.map_or("", |body| body.text(text));
        body.split('\n').map(|line| line.trim_end_matches('\r')).collect::<Vec<_>>().join("\n")
    });
    let target = block.targets.first().map(|target| target.name().text(text));
    format!("{inline:?} {items:?} {body:?} {target:?}")
}

fn tree_runs(span: Span, markup: &[Markup], text: &str) -> Vec<(RunKind, String)> {
    let mut out = Vec::new();
    let mut at = span.start as usize;
    for mark in markup.iter().filter(|mark| span.covers(mark.span)) {
        let (start, end) = (mark.span.start as usize, mark.span.end as usize);
        out.push((RunKind::Text, text[at..start].to_owned()));
        let inner = || text[start + 1..end - 1].to_owned();
        out.push(match mark.kind {
            MarkupKind::Bold => (RunKind::Bold, inner()),
            MarkupKind::Italic => (RunKind::Italic, inner()),
            MarkupKind::Code => (RunKind::Code, inner()),
            MarkupKind::Ref => {
                let target = mark.target.expect("a reference has a target");
                (RunKind::Ref, target.name().text(text).to_owned())
            }
        });
        at = end;
    }
    out.push((RunKind::Text, text[at..span.end as usize].to_owned()));
    out.retain(|(kind, text)| *kind != RunKind::Text || !text.is_empty());
    out
}

#[test]
fn both_see_the_same_in_good_documents() {
    let mut random = Random(0x51);
    let good = (0..1_500).filter(|_| check(&samples::good(&mut random, 14))).count();
    assert!(good >= 1_000, "only {good} are good");
}

#[test]
fn both_see_the_same_in_any_document() {
    let mut random = Random(0x52);
    for _ in 0..4_000 {
        check(&random.text(WORDS, 12));
    }
    for _ in 0..300 {
        check(&random.text(WORDS, 60));
    }
}

#[test]
fn every_rule_is_an_error_of_both() {
    for rule in crate::rules::RULES {
        rule.bad.iter().chain(rule.good).for_each(|text| {
            check(text);
        });
    }
}

#[test]
fn truncation_gives_a_document_or_an_error() {
    let mut random = Random(0x53);
    let mut text = String::new();
    while text.matches("\n@").count() < 200 {
        text.push_str(&samples::good(&mut random, 40));
    }
    let mut good = 0;
    for end in 0..=text.len() {
        let cut = String::from_utf8_lossy(&text.as_bytes()[..end]);
        match parse(&cut) {
            Ok(document) => {
                good += 1;
                assert_eq!(document.to_text(), cut);
            }
            Err(error) => assert!(error.offset <= cut.len() && error.line > 0 && error.column > 0, "{error}"),
        }
    }
    assert!(good > 0);
}

#[test]
fn the_same_text_gives_the_same_document() {
    let mut random = Random(0x54);
    let text = loop {
        let text = samples::good(&mut random, 500);
        if parse(&text).is_ok_and(|document| document.len() > 50) {
            break text;
        }
    };
    let said = |text: &str| strict_says(&parse(text).expect("it is good"));
    let first = said(&text);
    assert!((0..20).all(|_| said(&text) == first));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn both_see_the_same_in_any_words(words in prop::collection::vec(prop::sample::select(WORDS), 0..24)) {
        check(&words.concat());
    }

    #[test]
    fn both_see_the_same_in_inline_text(text in "[-*_`\\[\\]#@ref \"=:aé×\\\\\t1]{0,24}") {
        check(&format!("@p {text}\n"));
        check(&format!("@ul\n- {text}\n"));
        check(&format!("@p text {text} [#a {text}]\n"));
        check(&format!("@x-a {text}\n"));
        check(&format!("@ref {text}\n"));
    }
}

#[test]
fn errors_have_their_place() {
    for (text, line, column, expected) in [
        (
            "@p a [#x]\n\n@p é [#x]\n",
            3,
            7,
            "id \"x\" is already defined on line 1: ids must be unique in a document",
        ),
        ("\u{feff}@H1 x\n", 1, 1, "unknown tag \"@H1\": did you mean \"@h1\"?"),
        ("@meta a=1 a=2", 1, 11, "duplicate attribute \"a\": write each key once"),
        ("@p a\n@code\n~~~\nx\n", 3, 1, "unclosed fence: expected a closing line of exactly 3 \"~\""),
        ("@ul x=\"a\n", 1, 7, "unclosed quote: expected a closing quote on the same line"),
        ("@code\n@p a\n", 1, 1, "missing body of \"@code\": expected it between two lines \"~~~\""),
    ] {
        let error = parse(text).expect_err(text);
        assert_eq!((error.line, error.column, error.kind.to_string()), (line, column, expected.to_owned()));
    }
    let error = parse("@ref #1").expect_err("no identifier");
    assert_eq!(error.kind, ErrorKind::BadIdentifier { found: "1".to_owned() });
}

#[test]
fn many_attributes_are_no_trouble() {
    let many: String = (0..50_000).map(|n| format!(" k{n}={n}")).collect();
    let document = parse(&format!("@meta{many}\n")).map(|document| document.len());
    assert_eq!(document, Ok(1));
    let error = parse(&format!("@meta{many} k7=1\n")).expect_err("a key is given twice");
    assert_eq!(error.kind, ErrorKind::DuplicateKey { key: "k7".to_owned() });
}
