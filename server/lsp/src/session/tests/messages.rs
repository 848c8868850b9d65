//! Messages are taken in order, and a fault in one does not affect the others.

use super::*;

#[test]
fn waiting_messages_are_taken_before_diagnostics_are_sent() {
    let folder = toy::Folder::of(&[]);
    let path = folder.at("a.toy");
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    for version in 2..=4 {
        test.mailbox.send(change(&path, version, "=x\n=x\n"));
    }
    test.session.take_all(open(&path, "=x\n"), &mut test.messages);
    assert!(test.messages.is_empty(), "all messages are taken");
    assert_eq!(test.session.dirty.len(), 1, "its diagnostics are not sent yet");
    test.session.publish();
    assert_eq!(test.sent("textDocument/publishDiagnostics")["diagnostics"].as_array().unwrap().len(), 1);
    assert!(test.session.dirty.is_empty(), "all changes give one answer");
}

#[test]
fn a_fault_in_a_message_leaves_the_documents() {
    let folder = toy::Folder::of(&[]);
    let path = folder.at("a.toy");
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    test.open(&path, "=x\n=x\n");
    assert!(!test.session.guarded(|session| {
        session.now.index = agmark_workspace::Index::default();
        panic!("a fault that the test asks for");
    }));
    assert!(test.session.now.index.open(&path).is_some(), "the index has the document again");
    test.change(&path, 2, "=y\n");
    let answered = test.ask(When::Now, &path);
    assert_eq!(answer(&answered).0, "=y\n");
}

#[test]
fn a_document_with_an_unreadable_change_is_lost_until_its_whole_text_comes() {
    let folder = toy::Folder::of(&[]);
    let path = folder.at("a.toy");
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    test.open(&path, "=x\n");
    test.take(Message::Lost(Some(uri(&path))));
    assert!(test.session.now.in_step(&path).is_err());
    assert!(test.sent("window/showMessage")["message"].as_str().unwrap().contains("a.toy"));
    test.change(&path, 2, "=y\n");
    assert!(test.session.now.in_step(&path).is_ok());
}
