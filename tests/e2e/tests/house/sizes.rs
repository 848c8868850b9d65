//! The size of files and functions in `server`.

use std::path::Path;

use crate::{read, root, sources};

/// The maximum number of lines of a file.
const MAX_FILE: usize = 400;

/// The maximum number of lines of a function.
const MAX_FUNCTION: usize = 80;

/// Files that are still longer, with their lines. Split them by subject, and remove the line. Do not add lines.
const LONG_FILES: &[(&str, usize)] = &[];

/// The number of functions that are still longer, by file. Do not add lines.
const LONG_FUNCTIONS: &[(&str, usize)] = &[
    ("server/aaf/tests/it/coverage.rs", 1),
    ("server/aaf/tests/it/editor/actions.rs", 2),
    ("server/aaf/tests/it/editor/commands.rs", 1),
    ("server/aaf/tests/it/editor/completion.rs", 1),
    ("server/aaf/tests/it/editor/hover.rs", 1),
    ("server/aaf/tests/it/editor/manifest_completion.rs", 1),
    ("server/agd/src/edit/tests/operations.rs", 1),
    ("server/agd/tests/it/readmes.rs", 2),
    ("server/agmark/src/output/tests/for_programs.rs", 2),
    ("server/agmark/tests/it/anml/read.rs", 1),
    ("server/agmark/tests/it/cli/output.rs", 1),
    ("server/anml/src/diff/tests.rs", 1),
    ("server/anml/src/ide/tests/offers.rs", 1),
    ("server/anml/src/ide/tests/orders.rs", 1),
    ("server/anml/src/ide/tests/script_offers.rs", 1),
    ("server/audit/tests/it/sites/rendered.rs", 1),
    ("server/markdownlang/tests/it/faults/body.rs", 1),
    ("server/markdownlang/tests/it/faults/front.rs", 1),
    ("server/markdownlang/tests/it/faults/schemas.rs", 1),
    ("server/markdownlang/tests/it/faults/types.rs", 1),
    ("server/schema/tests/it/yaml.rs", 1),
];

#[test]
fn files_are_short() {
    let files = all().into_iter().map(|(path, text)| (path, text.lines().count()));
    check("lines", files.filter(|(_, lines)| *lines > MAX_FILE).collect(), LONG_FILES);
}

#[test]
fn functions_are_short() {
    let mut found = Vec::new();
    for (path, text) in all() {
        let count = functions(&text).into_iter().filter(|(_, lines)| *lines > MAX_FUNCTION).count();
        if count > 0 {
            found.push((path, count));
        }
    }
    check("functions over 80 lines", found, LONG_FUNCTIONS);
}

/// Compares numbers by file with a table of exceptions, whose numbers only decrease.
fn check(unit: &str, found: Vec<(String, usize)>, known: &[(&str, usize)]) {
    let number = |path: &str| known.iter().find(|(known, _)| *known == path).map_or(0, |(_, number)| *number);
    let mut wrong: Vec<_> = found
        .iter()
        .filter(|(path, count)| *count > number(path))
        .map(|(path, count)| format!("{path}: {count} {unit}"))
        .collect();
    for (path, number) in known {
        let count = found.iter().find(|(found, _)| found == path).map_or(0, |(_, count)| *count);
        if count < *number {
            wrong.push(format!("{path}: {count} {unit} now: change its line in sizes.rs"));
        }
    }
    assert!(wrong.is_empty(), "split by subject:\n{}", wrong.join("\n"));
}

/// The files of `server` with their texts.
fn all() -> Vec<(String, String)> {
    let top = root();
    let mut all = Vec::new();
    for file in sources(&top.join("server")) {
        let path = file.strip_prefix(&top).unwrap_or(&file);
        all.push((name(path), read(&file)));
    }
    assert!(all.len() > 500, "only {} files", all.len());
    all
}

fn name(path: &Path) -> String {
    path.display().to_string().replace('\\', "/")
}

/// The functions of a formatted source with their lines. A function ends with a brace at its own indent.
fn functions(text: &str) -> Vec<(String, usize)> {
    let lines: Vec<_> = text.lines().collect();
    let mut all = Vec::new();
    for (start, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let Some((_, rest)) = line.split_once("fn ").filter(|(before, _)| is_signature(before)) else {
            continue;
        };
        let end = format!("{}}}", &line[..indent]);
        if line.ends_with(['}', ';']) {
            continue;
        }
        if let Some(length) = lines[start..].iter().position(|line| **line == end) {
            let name = rest.split(['(', '<']).next().unwrap_or_default();
            all.push((name.to_owned(), length + 1));
        }
    }
    all
}

/// Whether a text before `fn` contains only the keywords of a signature.
fn is_signature(before: &str) -> bool {
    before
        .split_whitespace()
        .all(|word| matches!(word, "const" | "async" | "unsafe") || word.starts_with("pub"))
}

#[test]
fn functions_have_their_lines() {
    let text = "impl A {\n    pub(crate) async fn b<T>(\n        c: T,\n    ) {\n        if c {\n        }\n    }\n    fn d() {}\n}\n\
                /// The fn of a comment.\nfn e() {\n}\n";
    assert_eq!(functions(text), [("b".to_owned(), 6), ("e".to_owned(), 2)]);
}
