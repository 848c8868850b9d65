//! The grammars' queries work in every editor: they compile, use the predicates that all editors know, and the
//! names for highlighting that themes have.

use tree_sitter::{Query, QueryErrorKind};

use crate::formats::{self, grammars, read, root};

const FILES: &[&str] = &["highlights", "injections", "folds", "indents", "locals", "textobjects"];

/// In an editor that does not know a predicate the whole query is switched off.
const PREDICATES: &[&str] = &["eq?", "any-of?", "match?", "set!"];

/// The names that themes of Neovim and Helix both have; more exact ones begin with one of them and a dot.
const CAPTURES: &[&str] = &[
    "attribute",
    "boolean",
    "character",
    "comment",
    "constant",
    "error",
    "function",
    "keyword",
    "label",
    "markup.bold",
    "markup.heading",
    "markup.italic",
    "markup.link",
    "markup.list",
    "markup.quote",
    "markup.raw",
    "markup.strong",
    "module",
    "namespace",
    "none",
    "number",
    "operator",
    "property",
    "punctuation.bracket",
    "punctuation.delimiter",
    "punctuation.special",
    "spell",
    "string",
    "tag",
    "type",
    "variable",
];

#[test]
fn every_query_compiles() {
    for (name, language) in grammars() {
        for (file, text) in queries(name) {
            // Names that only one editor knows are checked by that editor, all else here.
            if let Err(error) = Query::new(&language, &text)
                && error.kind != QueryErrorKind::Predicate
            {
                panic!("{name}/queries/{file}.scm:{}: {error}", error.row + 1);
            }
        }
    }
}

#[test]
fn every_format_has_sound_highlighting() {
    let registry = formats::registry();
    for format in formats::all() {
        let query = Query::new(&format.info().language(), format.info().highlights);
        assert!(query.is_ok(), "{}: {:?}", format.info().title, query.err());
        assert!(registry.highlighter(&*format).is_some_and(|h| h.is_sound()), "{}", format.info().title);
        captures_are_known(format.info().title, format.info().highlights);
        predicates_are_known(format.info().title, format.info().highlights);
    }
}

#[test]
fn queries_use_what_every_editor_knows() {
    for (name, _) in grammars() {
        for (file, text) in queries(name) {
            predicates_are_known(&format!("{name}/{file}"), &text);
            if file == "highlights" {
                captures_are_known(name, &text);
            }
        }
    }
}

/// The queries of a grammar: (file, text).
fn queries(grammar: &str) -> Vec<(&'static str, String)> {
    let folder = root().join("tree-sitter-grammars").join(grammar).join("queries");
    FILES.iter().map(|file| (*file, read(&folder.join(format!("{file}.scm"))))).collect()
}

fn predicates_are_known(place: &str, query: &str) {
    for word in words(query, '#') {
        let predicate = word.ends_with(['?', '!']);
        assert!(!predicate || PREDICATES.contains(&word), "{place}: not every editor knows #{word}");
    }
}

fn captures_are_known(place: &str, query: &str) {
    for name in words(query, '@').filter(|n| !n.starts_with('_')) {
        let known =
            |n: &str| name.strip_prefix(n).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        assert!(CAPTURES.iter().any(|n| known(n)), "{place}: no theme knows @{name}");
    }
}

/// The words that follow `mark`, outside of comments and strings.
fn words(query: &str, mark: char) -> impl Iterator<Item = &str> {
    let lines = query.lines().map(|line| line.split(';').next().unwrap_or(""));
    let outside = lines.flat_map(|line| line.split('"').step_by(2));
    outside.flat_map(move |part| {
        part.split(mark).skip(1).map(|rest| {
            let end = rest.find(|c: char| c.is_whitespace() || c == ')' || c == '(').unwrap_or(rest.len());
            &rest[..end]
        })
    })
}
