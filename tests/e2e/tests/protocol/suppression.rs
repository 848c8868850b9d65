//! A finding can be silenced where it stands, in each format that has comments, and a comment that silences nothing
//! is told of.

use agmark_tests::place::applied;
use agmark_tests::{Client, Setup};
use serde_json::{Value, json};

use crate::formats::{SUPPRESSIONS, SuppressionCase};

#[test]
fn a_finding_is_silenced_on_its_line() {
    each(|client, uri, case| {
        let silent = applied(case.text, &suppress(client, uri, case, "agmark: allow "));
        client.change(uri, json!([{ "text": silent }]));
        assert_eq!(client.codes(uri), Vec::<String>::new(), "{silent}");
        // Twice the same mistake: the comment is for one.
        says_when_unused(client, uri, case, &silent);
    });
}

#[test]
fn a_finding_is_silenced_in_its_file() {
    each(|client, uri, case| {
        let silent = applied(case.text, &suppress(client, uri, case, "agmark: allow-file "));
        client.change(uri, json!([{ "text": silent }]));
        assert_eq!(client.codes(uri), Vec::<String>::new(), "{silent}");
        says_when_unused(client, uri, case, &silent);
    });
}

#[test]
fn formats_without_comments_offer_none() {
    let mut client = Setup::default().start();
    let text = "main\n   p \"Odd\"\n";
    client.open("file:///a.anml", "anml", text);
    assert_eq!(client.codes("file:///a.anml"), ["anml/odd-indent"]);
    let offered = actions(&mut client, "file:///a.anml");
    assert!(!offered.to_string().contains("agmark: allow"), "{offered}");
    client.finish();
}

#[test]
fn what_keeps_a_document_from_being_parsed_is_not_silenced() {
    let mut client = Setup::default().start();
    client.open("file:///b.agd", "agd", "@h1 One [#a]\n\n@p Two [#a]\n");
    assert_eq!(client.codes("file:///b.agd"), ["agd/duplicate-id"]);
    let offered = actions(&mut client, "file:///b.agd");
    assert!(!offered.to_string().contains("agmark: allow"), "{offered}");
    client.finish();
}

fn each(check: impl Fn(&mut Client, &str, &SuppressionCase)) {
    let mut client = Setup::default().start();
    for case in SUPPRESSIONS {
        let uri = format!("file:///suppression/{}", case.file);
        client.open(&uri, case.language, case.text);
        assert_eq!(client.codes(&uri), [case.code], "{}", case.file);
        check(&mut client, &uri, case);
    }
    client.finish();
}

/// The edits that silence the one finding of a document, in a comment with these words.
fn suppress(client: &mut Client, uri: &str, case: &SuppressionCase, words: &str) -> Value {
    let offered = actions(client, uri);
    let mut all = offered.as_array().into_iter().flatten();
    let one = all
        .find(|action| action["edit"].to_string().contains(words))
        .unwrap_or_else(|| panic!("{}: no {words:?} in {offered}", case.file));
    one["edit"]["documentChanges"][0]["edits"].clone()
}

fn actions(client: &mut Client, uri: &str) -> Value {
    let found = client.diagnostics(uri);
    let params = json!({
        "textDocument": { "uri": uri },
        "range": found[0]["range"],
        "context": { "diagnostics": found },
    });
    client.request("textDocument/codeAction", params)
}

fn says_when_unused(client: &mut Client, uri: &str, case: &SuppressionCase, silent: &str) {
    let (right, wrong) = case.mended;
    client.change(uri, json!([{ "text": silent.replace(wrong, right) }]));
    let found = client.diagnostics(uri);
    let severities: Vec<_> = found.iter().map(|d| d["severity"].as_u64()).collect();
    assert_eq!(severities, [Some(4)], "{}: a hint that it is of no use: {found:?}", case.file);
}
