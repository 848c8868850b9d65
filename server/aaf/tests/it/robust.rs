//! No text is too broken: nothing panics, every span fits the text, and edits give what a fresh document gives.

use std::sync::Arc;

use agmark_aaf::{Manifests, Pages};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::testing::{self, Random};
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{AnyFormat, Document, Piece, Span, SuppressionKind};

const HTML: &[&str] = &[
    "<form data-agent-kind=\"action\" data-agent-action=\"a.b\">",
    "</form>",
    "<input data-agent-field='x'",
    ">",
    "/>",
    "<p",
    " data-agent-kind=",
    "\"",
    "'",
    "=",
    "<!--",
    "-->",
    "<!-- agmark: allow invalid-kind -->",
    "<script>",
    "</script>",
    "<script type=application/agent+json>",
    "{\"actions\": {\"a\": {}}}",
    "<textarea>",
    "</textarea>",
    "<li>",
    "<table><tr><td>",
    "{{",
    "}}",
    "{%",
    "%}",
    "<%",
    "<?",
    "&amp;",
    "&#",
    "<!doctype html>",
    "data-agent-for-action=\"a.c\"",
    " :data-agent-x=y",
    "<button>",
    "</button>",
    "</p>",
    "<br>",
    "\0",
    "data-agent-page=http://x",
];

const JSON: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"actions\"",
    "\"data\"",
    "\"pages\"",
    "\"site\"",
    "\"a.b\"",
    "\"/x\"",
    "\"",
    "\\u00",
    "\"version\": \"0.1\"",
    "\"risk\": \"lo\"",
    "true",
    "null",
    "1e9",
    "//",
    "/*",
    "\"inputSchema\": {\"properties\": {\"f\": {}}}",
    "{\"actions\": {\"a\": {",
    "\"{{\"",
    "'x'",
    "nul",
    "\0",
];

/// Everything that is asked of a document, with all spans checked.
fn look(format: &Arc<dyn AnyFormat>, text: &str) {
    let document = Document::new(Arc::clone(format), text);
    let whole = text;
    for (start, chunk) in document.chunks().iter() {
        let text = &text[start..start + chunk.len()];
        let sound = |span: Span| assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        let analysis = chunk.analysis();
        assert!(!analysis.diagnostics.iter().any(|d| d.rule.code == "agmark/fault"), "a panic in {text:?}");
        for diagnostic in &analysis.diagnostics {
            sound(diagnostic.span);
            diagnostic.related.iter().for_each(|related| sound(related.span));
            diagnostic.fixes.iter().flat_map(|fix| &fix.edits).for_each(|edit| sound(edit.span));
            assert!(!diagnostic.message.contains('\n'), "{:?}", diagnostic.message);
        }
        for diagnostic in analysis.diagnostics.iter().take(8) {
            let span = diagnostic.span.shifted(start);
            let edit = format.suppress(&document, span, diagnostic.rule.code, SuppressionKind::Local);
            edit.iter().for_each(|edit| assert!(whole.get(edit.span.range()).is_some(), "{edit:?}"));
        }
        analysis.symbols.iter().for_each(|symbol| {
            sound(symbol.span);
            sound(symbol.selection);
            assert!(
                symbol.span.covers(symbol.selection) && !symbol.name.is_empty(),
                "{symbol:?} in {text:?}"
            );
        });
        analysis.definitions.iter().for_each(|definition| {
            sound(definition.span);
            assert!(definition.whole.covers(definition.span), "{definition:?} in {text:?}");
        });
        analysis.references.iter().for_each(|reference| sound(reference.span));
        analysis.links.iter().for_each(|link| sound(link.span));
        analysis.folds.iter().for_each(|fold| sound(fold.span));
        analysis.suppressions.iter().for_each(|allow| sound(allow.span));
    }
    let _ = testing::symbols(Arc::clone(format), text);
    for found in diagnose(&document, &EmptyWorld, &Settings::default()) {
        assert!(text.get(found.span.range()).is_some(), "{found:?} in {text:?}");
        found.related.iter().for_each(|one| assert!(text.get(one.span.range()).is_some(), "{found:?}"));
        let edits = found.fixes.iter().flat_map(|fix| &fix.edits);
        edits.for_each(|edit| assert!(text.get(edit.span.range()).is_some(), "{found:?} in {text:?}"));
    }
}

#[test]
fn random_and_truncated_texts() {
    let formats: [(Arc<dyn AnyFormat>, &[&str]); 2] = [(Arc::new(Pages), HTML), (Arc::new(Manifests), JSON)];
    for (format, words) in formats {
        let mut random = Random(7);
        for _ in 0..4_000 {
            look(&format, &random.text(words, 24));
        }
    }
}

#[test]
fn edits_give_what_a_fresh_document_gives() {
    let page: Arc<dyn AnyFormat> = Arc::new(Pages);
    let start = HTML.concat();
    for seed in 1..6 {
        testing::check_edits(&page, &start, HTML, seed, 40);
    }
    let manifest: Arc<dyn AnyFormat> = Arc::new(Manifests);
    let start = include_str!("../../samples/name/good.json");
    for seed in 1..6 {
        testing::check_edits(&manifest, start, JSON, seed, 40);
    }
}

#[test]
fn long_and_deep_texts_take_no_more_than_their_length() {
    let page: Arc<dyn AnyFormat> = Arc::new(Pages);
    let parts = [
        "<p>",
        "<!--",
        "<% ",
        "{{",
        "<a b='",
        "<li><ul>",
        "&amp;",
        "<p data-agent-kind=\"x\n",
        "</p>",
        "<script>",
        "<!-- agmark: allow x -->",
    ];
    // The grammar's own parser takes long for some of these: facts do not come from its tree.
    let tree =
        agmark_syntax::parse::parse(&page.info().language(), "", None).expect("an empty text has a tree");
    let state = agmark_syntax::State::default();
    for part in parts {
        look(&page, &part.repeat(200));
        let _ = page.analyze(&Piece { text: &part.repeat(10_000), tree: &tree, state: &state });
    }
    let manifest: Arc<dyn AnyFormat> = Arc::new(Manifests);
    for part in ["{\"a\":", "[", "\"a\" ", "{\"actions\": {}},"] {
        look(&manifest, &part.repeat(5_000));
    }
}
