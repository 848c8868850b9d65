//! The examples under `tests/corpus`: each is recognised as its format, has a tree without errors, and gives
//! the diagnostics that stand in `tests/corpus/FORMAT.expected` and no others.

use std::fmt::Write as _;
use std::path::Path;

use agmark_syntax::{Document, parse, testing};
use expect_test::expect_file;

use crate::formats::{self, examples, read, root};

#[test]
fn examples_are_recognised() {
    let registry = formats::registry();
    for name in formats::names() {
        for (file, text) in examples(name) {
            let format = registry.detect_file(
                &root().join("tests/corpus").join(name).join(&file),
                &text,
                agmark_syntax::Surroundings::NONE,
            );
            assert_eq!(format.map(|f| f.info().name), Some(name), "{name}/{file}");
        }
    }
}

#[test]
fn other_peoples_files_are_left_alone() {
    let registry = formats::registry();
    for name in ["plain.md", "plain.html", "plain.json"] {
        let path = root().join("tests/corpus").join(name);
        let format = registry.detect_file(&path, &read(&path), agmark_syntax::Surroundings::NONE);
        assert!(format.is_none(), "{name} is no file of ours");
    }
}

#[test]
fn examples_give_the_diagnostics_that_are_written_down() {
    let registry = formats::registry();
    for name in formats::names() {
        let mut all = String::new();
        for (file, text) in examples(name) {
            let format = registry.detect_file(Path::new(&file), &text, agmark_syntax::Surroundings::NONE);
            let Some(format) = format else { panic!("{name}/{file} is not recognised") };
            let _ = write!(all, "== {file}\n{}", testing::diagnostics(format, &text));
        }
        expect_file![root().join("tests/corpus").join(format!("{name}.expected"))].assert_eq(&all);
    }
}

#[test]
fn examples_have_trees_without_errors() {
    let registry = formats::registry();
    for name in formats::names() {
        // What is malformed in HTML and JSON is an error of grammars that are not ours.
        for (file, text) in
            examples(name).iter().filter(|(file, _)| name != "aaf" || !file.contains("broken"))
        {
            let format = registry.detect_file(Path::new(&file), text, agmark_syntax::Surroundings::NONE);
            let Some(format) = format else { panic!("{name}/{file} is not recognised") };
            let whole = parse::parse(&format.info().language(), text, None).expect("a small text has a tree");
            assert!(!whole.root_node().has_error(), "{name}/{file}: {}", whole.root_node().to_sexp());
            // An element of a page may end in another piece.
            let document = Document::new(format, text);
            let is_page = name == "aaf" && !file.ends_with(".json");
            for (start, chunk) in document.chunks().iter().filter(|_| !is_page) {
                let piece = document.chunk_text(start, chunk);
                let parsed = chunk.parsed(&**document.format(), &piece).expect("a small text has a tree");
                let tree = parsed.tree;
                assert!(!tree.root_node().has_error(), "{name}/{file}: {}", tree.root_node().to_sexp());
            }
        }
    }
}
