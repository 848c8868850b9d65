//! How often a person who types a document is shown a finding that the finished document does not have. Each document of
//! the corpus is typed character by character, with brackets and quotes closed by the editor.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use agmark_tests::Client;
use serde_json::{Value, json};

use super::keyboard::{Key, keys};
use super::{pause, pulling, short_pause};

/// At most one state in twenty may show such a finding.
const LIMIT: usize = 20;
/// Documents up to this length are typed.
const LARGEST: usize = 1_700;

/// How often something false was shown.
#[derive(Default)]
struct Count {
    states: usize,
    wrong: usize,
    /// How often each finding was shown.
    shown: BTreeMap<String, usize>,
}

/// When the person stops to type for a moment.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Pauses {
    Never,
    AfterLines,
}

#[test]
fn a_document_that_is_typed_shows_hardly_any_false_finding() {
    each_format(|client, uri, language, text, count| {
        typed(client, (uri, language), ("", text, ""), Pauses::Never, count);
    });
}

#[test]
fn a_document_that_is_typed_line_by_line_shows_hardly_any_false_finding() {
    each_format(|client, uri, language, text, count| {
        typed(client, (uri, language), ("", text, ""), Pauses::AfterLines, count);
    });
}

/// Each line of a finished document is removed and typed again.
#[test]
fn a_line_that_is_typed_into_a_document_shows_hardly_any_false_finding() {
    each_format(|client, uri, language, text, count| {
        let mut start = 0;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            let end = start + line.len();
            // A few lines of each document are enough.
            if number % 4 == 1 {
                let line = line.trim_end_matches('\n');
                let after = &text[start + line.len()..];
                typed(client, (uri, language), (&text[..start], line, after), Pauses::AfterLines, count);
            }
            start = end;
        }
    });
}

fn each_format(run: impl Fn(&mut Client, &str, &str, &str, &mut Count)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus");
    let mut all = String::new();
    let mut failed = false;
    for format in formats(&root) {
        let mut count = Count::default();
        let mut client = pulling().start();
        for path in files(&root.join(&format)) {
            let text = std::fs::read_to_string(&path).expect("a text");
            let name = path.strip_prefix(&root).expect("a path of the corpus").display().to_string();
            if text.len() <= LARGEST && !name.contains("broken") {
                run(&mut client, &format!("file:///{name}"), language(&path), &text, &mut count);
            }
        }
        client.finish_quietly();
        failed |= count.wrong * LIMIT > count.states;
        all.push_str(&count.told(&format));
    }
    println!("{all}");
    assert!(!failed, "{all}");
}

/// The formats that have examples with their diagnostics.
fn formats(root: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(root).expect("a folder").filter_map(Result::ok).map(|entry| entry.path());
    let expected = entries.filter(|path| path.extension().is_some_and(|ending| ending == "expected"));
    let mut all: Vec<_> = expected.map(|path| path.with_extension("")).collect();
    all.sort();
    assert!(all.len() >= 5, "formats are missing: {all:?}");
    all.iter().filter_map(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut all: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all.into_iter().flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn language(path: &Path) -> &str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("md") | None => "markdown",
        Some("jsx") => "javascriptreact",
        // Our own formats, and some others, are called as their files end.
        Some(ending) => ending,
    }
}

/// Types a text between two others and counts what is shown meanwhile.
fn typed(
    client: &mut Client,
    (uri, language): (&str, &str),
    (before, text, after): (&str, &str, &str),
    pauses: Pauses,
    count: &mut Count,
) {
    client.open(uri, language, &format!("{before}{text}{after}"));
    let finished = findings(client, uri);
    client.change(uri, json!([{ "text": format!("{before}{after}") }]));
    pause(client, uri);
    let first = findings(client, uri);
    for Key { change, ends_line, .. } in keys(before, text, after) {
        if let Some(change) = change {
            client.change(uri, change);
        }
        // What is shown before the first key is true, until it is resolved.
        let wrong = |shown: Vec<String>| {
            shown
                .into_iter()
                .filter(|one| !finished.contains(one) && !first.contains(one))
                .collect::<Vec<_>>()
        };
        count.state(wrong(findings(client, uri)));
        if ends_line && pauses == Pauses::AfterLines {
            short_pause(client, uri);
            count.state(wrong(findings(client, uri)));
        }
    }
    client.close(uri);
}

fn findings(client: &mut Client, uri: &str) -> Vec<String> {
    let all = client.diagnostics(uri);
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    all.iter().map(|one| format!("{}: {}", text(&one["code"]), text(&one["message"]))).collect()
}

impl Count {
    /// Counts a state in which these false findings are shown.
    fn state(&mut self, wrong: Vec<String>) {
        self.states += 1;
        self.wrong += usize::from(!wrong.is_empty());
        wrong.into_iter().for_each(|one| *self.shown.entry(one).or_default() += 1);
    }

    fn told(&self, format: &str) -> String {
        let percent = self.wrong as f64 * 100.0 / self.states.max(1) as f64;
        let mut told = format!("{format}: {} of {} states ({percent:.1} %)\n", self.wrong, self.states);
        let mut often: Vec<_> = self.shown.iter().collect();
        often.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (finding, count) in often.iter().take(15) {
            told.push_str(&format!("  {count} x {finding}\n"));
        }
        told
    }
}
