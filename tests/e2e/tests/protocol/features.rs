//! The shared features, over the wire, in each format.

use agmark_tests::place::{applied, covered, inside, range};
use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

use crate::formats::{NAMES, NameCase};

fn each(check: impl Fn(&mut Client, &str, &NameCase)) {
    let mut client = Setup::default().start();
    for case in NAMES {
        let uri = format!("file:///features/{}", case.file);
        client.open(&uri, case.language, case.text);
        check(&mut client, &uri, case);
    }
    client.finish();
}

#[test]
fn examples_are_clean() {
    each(|client, uri, case| {
        let worse: Vec<_> = client.diagnostics(uri).into_iter().filter(|d| d["severity"] == 1).collect();
        assert_eq!(worse, Vec::<Value>::new(), "{}", case.file);
    });
}

#[test]
fn a_use_leads_to_its_definition() {
    each(|client, uri, case| {
        let answer = client.at("textDocument/definition", uri, inside(case.text, case.used));
        let link = if answer.is_array() { &answer[0] } else { &answer };
        assert_eq!(link["targetUri"], uri, "{}: {answer}", case.file);
        assert_eq!(covered(case.text, &link["targetSelectionRange"]), case.name, "{}", case.file);
        assert_eq!(link["targetSelectionRange"]["start"]["line"], case.defined, "{}", case.file);
    });
}

#[test]
fn all_uses_are_found_and_highlighted() {
    each(|client, uri, case| {
        let at = inside(case.text, case.used);
        let mut params = json!({ "textDocument": { "uri": uri }, "position": at });
        params["context"] = json!({ "includeDeclaration": true });
        let with = client.request("textDocument/references", params.clone());
        params["context"] = json!({ "includeDeclaration": false });
        let without = client.request("textDocument/references", params);
        let count = |list: &Value| list.as_array().map_or(0, Vec::len);
        assert_eq!((count(&with), count(&without)), (case.occurs, case.occurs - 1), "{}: {with}", case.file);
        for place in with.as_array().into_iter().flatten() {
            assert_eq!(covered(case.text, &place["range"]), case.name, "{}", case.file);
        }
        let highlights = client.at("textDocument/documentHighlight", uri, at);
        assert_eq!(count(&highlights), case.occurs, "{}: {highlights}", case.file);
    });
}

#[test]
fn a_rename_changes_every_occurrence() {
    each(|client, uri, case| {
        let at = inside(case.text, case.used);
        let prepared = client.at("textDocument/prepareRename", uri, at.clone());
        assert_eq!(prepared["placeholder"], case.name, "{}", case.file);
        let mut params = json!({ "textDocument": { "uri": uri }, "position": at });
        params["newName"] = json!(case.renamed);
        let edit = client.request("textDocument/rename", params.clone());
        let changed = &edit["documentChanges"][0];
        assert_eq!(changed["textDocument"], json!({ "uri": uri, "version": 1 }), "{}", case.file);
        let expected = case
            .text
            .replace(&format!("#{}", case.name), &format!("#{}", case.renamed))
            .replace(&format!("@{}", case.name), &format!("@{}", case.renamed))
            .replace(&format!("id={}", case.name), &format!("id={}", case.renamed))
            .replace(&format!("\"{}\"", case.name), &format!("\"{}\"", case.renamed));
        assert_eq!(applied(case.text, &changed["edits"]), expected, "{}", case.file);

        params["newName"] = json!("not a name!");
        let refusal = client.try_request("textDocument/rename", params).expect_err("no legal name");
        assert!(refusal.message.contains("not a name!"), "{}: {refusal:?}", case.file);
    });
}

#[test]
fn a_use_shows_what_it_means() {
    each(|client, uri, case| {
        let hover = client.at("textDocument/hover", uri, inside(case.text, case.used));
        let said = hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
        assert_eq!(hover["contents"]["kind"], "markdown", "{}", case.file);
        assert!(said.contains(case.name), "{}: {said}", case.file);
        assert_eq!(covered(case.text, &hover["range"]), case.name, "{}", case.file);
    });
}

#[test]
fn there_is_an_outline_with_folds() {
    each(|client, uri, case| {
        let symbols = client.about("textDocument/documentSymbol", uri);
        assert!(!symbols.as_array().is_none_or(Vec::is_empty), "{}", case.file);
        nested(case, &symbols, None);
        let folds = client.about("textDocument/foldingRange", uri);
        let lines = case.text.lines().count() as u64;
        assert!(!folds.as_array().is_none_or(Vec::is_empty), "{}", case.file);
        for fold in folds.as_array().into_iter().flatten() {
            let (start, end) = (fold["startLine"].as_u64(), fold["endLine"].as_u64());
            assert!(start < end && end < Some(lines), "{}: {fold}", case.file);
        }
    });
}

/// A symbol lies in its parent, and what is selected in the symbol.
fn nested(case: &NameCase, symbols: &Value, parent: Option<&Value>) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let whole = &symbol["range"];
        assert!(contains(whole, &symbol["selectionRange"]), "{}: {symbol}", case.file);
        assert!(parent.is_none_or(|p| contains(p, whole)), "{}: {symbol}", case.file);
        nested(case, &symbol["children"], Some(whole));
    }
}

fn contains(outer: &Value, inner: &Value) -> bool {
    let key = |p: &Value| (p["line"].as_u64(), p["character"].as_u64());
    key(&outer["start"]) <= key(&inner["start"]) && key(&inner["end"]) <= key(&outer["end"])
}

#[test]
fn a_selection_grows_to_the_whole_document() {
    each(|client, uri, case| {
        let params = json!({ "textDocument": { "uri": uri }, "positions": [inside(case.text, case.used)] });
        let answer = client.request("textDocument/selectionRange", params);
        let mut at = &answer[0];
        let first = covered(case.text, &at["range"]);
        assert!(first.contains(case.name) && !first.contains('\n'), "{}: {answer}", case.file);
        let mut steps = 0;
        while at["parent"].is_object() {
            assert!(contains(&at["parent"]["range"], &at["range"]), "{}: {at}", case.file);
            assert_ne!(at["parent"]["range"], at["range"], "{}: a step that is none", case.file);
            at = &at["parent"];
            steps += 1;
        }
        assert!(steps >= 2, "{}: {answer}", case.file);
        assert_eq!(covered(case.text, &at["range"]).trim_end(), case.text.trim_end(), "{}", case.file);
    });
}

#[test]
fn tokens_come_whole_in_part_and_as_a_difference() {
    each(|client, uri, case| {
        let full = client.about("textDocument/semanticTokens/full", uri);
        let data = numbers(&full["data"]);
        assert!(!data.is_empty() && data.len().is_multiple_of(5), "{}: {full}", case.file);

        let everything = json!({
            "start": { "line": 0, "character": 0 },
            "end": { "line": 1000, "character": 0 },
        });
        let params = json!({ "textDocument": { "uri": uri }, "range": everything });
        let part = client.request("textDocument/semanticTokens/range", params);
        assert_eq!(numbers(&part["data"]), data, "{}", case.file);
        let params = json!({ "textDocument": { "uri": uri }, "range": range(case.text, case.used) });
        let part = client.request("textDocument/semanticTokens/range", params);
        assert!(numbers(&part["data"]).len() < data.len(), "{}", case.file);

        client.change(uri, json!([{ "range": range(case.text, case.name), "text": "" }]));
        let params = json!({ "textDocument": { "uri": uri }, "previousResultId": full["resultId"] });
        let delta = client.request("textDocument/semanticTokens/full/delta", params);
        let now = numbers(&client.about("textDocument/semanticTokens/full", uri)["data"]);
        let mut then = data;
        // Edits count from the list as it was: the last first.
        let mut edits = delta["edits"].as_array().expect("a difference").clone();
        edits.sort_by_key(|e| std::cmp::Reverse(e["start"].as_u64()));
        for edit in edits {
            let number = |key: &str| edit[key].as_u64().unwrap_or_default() as usize;
            let at = number("start");
            then.splice(at..at + number("deleteCount"), numbers(&edit["data"]));
        }
        assert_eq!(then, now, "{}", case.file);
    });
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().into_iter().flatten().filter_map(Value::as_u64).collect()
}

#[test]
fn links_lead_to_files_and_addresses() {
    let workspace = Workspace::new(&[
        ("more.agd", "@h1 More\n"),
        ("a.agd", "@include path=\"more.agd\"\n"),
        ("program.md", PROGRAM),
        ("helper.md", &PROGRAM.replace("imports:\n  - ./helper.md\n", "")),
        ("page.anml", "main\n  link#e1 \"Docs\" href=https://docs.example/a\n"),
    ]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    let cases = [
        ("a.agd", "agd", workspace.uri("more.agd")),
        ("program.md", "markdown", workspace.uri("helper.md")),
        ("page.anml", "anml", "https://docs.example/a".to_owned()),
    ];
    for (file, language, target) in cases {
        let uri = workspace.uri(file);
        let text = std::fs::read_to_string(workspace.path(file)).expect("a text");
        client.open(&uri, language, &text);
        let links = client.about("textDocument/documentLink", &uri);
        let targets: Vec<_> = links.as_array().into_iter().flatten().map(|l| l["target"].clone()).collect();
        assert_eq!(targets, [json!(target)], "{file}: {links}");
    }
    client.finish();
}

const PROGRAM: &str = "---\nname: a\ndescription: b\ninput: { type: object }\noutput: { type: object }\nimports:\n  - ./helper.md\n---\n\nText\n";
