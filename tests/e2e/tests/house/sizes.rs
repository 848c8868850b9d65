//! The size of files and functions in `server` and `tests`.

use std::path::Path;

use crate::{read, root, sources};

/// The maximum number of lines of a file.
const MAX_FILE: usize = 400;

/// The maximum number of lines of a function.
const MAX_FUNCTION: usize = 80;

#[test]
fn files_are_short() {
    let lines = all().into_iter().map(|(path, text)| (path, text.lines().count()));
    let long: Vec<_> = lines.filter(|(_, lines)| *lines > MAX_FILE).collect();
    assert!(long.is_empty(), "split by subject: {long:?}");
}

#[test]
fn functions_are_short() {
    let mut long = Vec::new();
    for (path, text) in all() {
        long.extend(
            functions(&text)
                .into_iter()
                .filter(|(_, lines)| *lines > MAX_FUNCTION)
                .map(|f| (path.clone(), f)),
        );
    }
    assert!(long.is_empty(), "split by subject: {long:?}");
}

/// The sources with their texts.
fn all() -> Vec<(String, String)> {
    let top = root();
    let mut all = Vec::new();
    for file in sources(&top.join("server")).into_iter().chain(sources(&top.join("tests"))) {
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
