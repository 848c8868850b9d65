//! Diagnostics are sent for the current version only.

use super::*;

#[test]
fn stale_notifications_are_not_sent() {
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    let outgoing = test.session.outgoing.clone();
    let params = |version| lsp::PublishDiagnosticsParams {
        uri: uri(Path::new("/a.toy")),
        diagnostics: Vec::new(),
        version: Some(version),
    };
    outgoing.publish(params(1), || true);
    outgoing.publish(params(2), || false);
    assert_eq!(test.sent("textDocument/publishDiagnostics")["version"], 2);
}

#[test]
fn the_diagnostics_of_a_closed_document_are_removed() {
    let folder = toy::Folder::of(&[]);
    let path = folder.at("a.toy");
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    test.open(&path, "=x\n=x\n");
    test.session.publish();
    assert_eq!(test.sent("textDocument/publishDiagnostics")["diagnostics"].as_array().unwrap().len(), 1);
    test.take(Message::Close(uri(&path)));
    assert_eq!(test.sent("textDocument/publishDiagnostics")["diagnostics"], json!([]));
}

#[test]
fn a_change_of_a_name_is_published_for_the_documents_that_use_it() {
    let folder = toy::Folder::of(&[]);
    let (one, user, other) = (folder.at("a.toy"), folder.at("b.toy"), folder.at("c.toy"));
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    test.open(&one, "*shared\n");
    test.open(&user, "!shared\n");
    test.open(&other, "!another\n");
    test.session.dirty.clear();
    test.change(&one, 2, "*changed\n");
    let mut dirty: Vec<_> = test.session.dirty.iter().map(|path| path.file_name().unwrap()).collect();
    dirty.sort();
    assert_eq!(dirty, ["a.toy", "b.toy"]);
}

#[test]
fn a_client_that_pulls_is_told_to_pull_again() {
    let folder = toy::Folder::of(&[]);
    let client = ClientCapabilities {
        pull_diagnostics: true,
        refresh_diagnostics: true,
        ..ClientCapabilities::default()
    };
    let mut test = TestSession::new(client, &[]);
    test.open(&folder.at("a.toy"), "=x\n=x\n");
    test.session.refresh = true;
    test.session.publish();
    assert!(test.session.dirty.is_empty(), "nothing is pushed");
    test.sent("workspace/diagnostic/refresh");
}
