//! The command line says and writes what the editor says and writes.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use agmark_tests::place::applied;
use agmark_tests::workspace::uri;
use agmark_tests::{Client, Setup, program};
use serde_json::{Value, json};

#[test]
fn check_says_what_the_editor_says() {
    let corpus = root().join("tests/corpus");
    let output = Command::new(program::path())
        .args(["check", "--output-format", "json"])
        .arg(&corpus)
        .output()
        .expect("the program runs");
    assert_eq!(output.status.code(), Some(1), "the corpus has errors: {}", said(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let checked = report["diagnostics"].as_array().expect("a list");
    assert!(checked.len() > 50, "{} findings", checked.len());

    let mut client = Setup::default().encoding("utf-32").folders(&[&corpus]).start();
    let mut compared = 0;
    for file in files(&corpus) {
        opened(&mut client, &file);
    }
    // Files refer to each other: ask when all of them are known.
    client.request("workspace/symbol", json!({ "query": "" }));
    for file in files(&corpus) {
        let here =
            |d: &&Value| d["path"].as_str().is_some_and(|p| root().join(p).ends_with(tail(&file, &corpus)));
        let mut ours: Vec<_> = checked.iter().filter(here).map(|d| line(d, 1)).collect();
        let pulled = client.diagnostics(&uri(&file));
        let mut theirs: Vec<_> = pulled.iter().map(line_of_editor).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{}", file.display());
        compared += ours.len();
    }
    assert_eq!(compared, checked.len());
    client.finish();
}

#[test]
fn fmt_writes_what_the_editor_writes() {
    let corpus = root().join("tests/corpus");
    let mut client = Setup::default().folders(&[&corpus]).start();
    let mut changed = 0;
    for file in files(&corpus) {
        let Some(text) = opened(&mut client, &file) else { continue };
        let params = json!({
            "textDocument": { "uri": uri(&file) },
            "options": { "tabSize": 2, "insertSpaces": true },
        });
        let edits = client.request("textDocument/formatting", params.clone());
        let theirs = if edits.is_null() { text.clone() } else { applied(&text, &edits) };
        let ours = formatted(&file, &text);
        assert_eq!(ours, theirs, "{}", file.display());
        // Canonical form is a fixed point.
        client.change(&uri(&file), json!([{ "text": theirs }]));
        let again = client.request("textDocument/formatting", params);
        assert!(again.as_array().is_none_or(Vec::is_empty), "{}: {again}", file.display());
        changed += usize::from(ours != text);
    }
    assert!(changed > 0, "some examples are not in canonical form");
    client.finish();
}

/// What `agmark fmt -` makes of a text.
fn formatted(file: &Path, text: &str) -> String {
    let mut process = Command::new(program::path())
        .args(["fmt", "-", "--stdin-path"])
        .arg(file)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    let mut input = process.stdin.take().expect("a pipe");
    input.write_all(text.as_bytes()).expect("the program reads");
    drop(input);
    let output = process.wait_with_output().expect("the program ends");
    // 1: the document has errors and was formatted in part. 2: there is nothing to format it with.
    match output.status.code() {
        Some(0 | 1) => said(&output.stdout),
        _ => text.to_owned(),
    }
}

/// Opens a file as an editor does, and gives its text.
fn opened(client: &mut Client, file: &Path) -> Option<String> {
    let text = std::fs::read_to_string(file).ok()?;
    let language = match file.extension()?.to_str()? {
        "md" => "markdown",
        ending => ending,
    };
    client.open(&uri(file), language, &text);
    Some(text)
}

/// A finding of the command line: lines and columns from 1.
fn line(finding: &Value, first: u64) -> String {
    let at = |key: &str| {
        let number = |part: &str| finding[key][part].as_u64().unwrap_or_default() - first;
        format!("{}:{}", number("line"), number("column"))
    };
    let (code, severity) = (&finding["code"], &finding["severity"]);
    format!("{}-{} {severity} {code} {}", at("start"), at("end"), finding["message"])
}

/// A finding of the editor: lines and columns from 0, severities by number.
fn line_of_editor(finding: &Value) -> String {
    let at = |key: &str| {
        let place = &finding["range"][key];
        format!("{}:{}", place["line"], place["character"])
    };
    let words = ["?", "error", "warning", "information", "hint"];
    let severity = words[finding["severity"].as_u64().unwrap_or_default() as usize];
    format!("{}-{} {severity:?} {} {}", at("start"), at("end"), finding["code"], finding["message"])
}

fn tail(file: &Path, corpus: &Path) -> PathBuf {
    file.strip_prefix(corpus).expect("a file of the corpus").to_path_buf()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").filter_map(Result::ok).map(|e| e.path());
    let mut all: Vec<_> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    all.retain(|path| path.extension().is_none_or(|e| e != "expected"));
    all.sort();
    all
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the top of the project")
}

fn said(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
