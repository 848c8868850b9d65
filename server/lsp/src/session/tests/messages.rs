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

/// A change that writes `text` at a place of the first line.
fn typed(path: &Path, version: i32, column: u32, text: &str) -> Message {
    let Message::Change(mut params) = change(path, version, text) else { unreachable!("a change") };
    let at = lsp::Position::new(0, column);
    params.content_changes[0].range = Some(lsp::Range::new(at, at));
    Message::Change(params)
}

#[test]
fn changes_that_wait_are_analyzed_together() {
    let folder = toy::Folder::of(&[]);
    let path = folder.at("a.toy");
    let work_of = |count: usize| {
        let mut test = TestSession::new(ClientCapabilities::default(), &[]);
        test.open(&path, &"=x\n".repeat(300));
        let mut text = "=x\n".repeat(300);
        for (number, column) in (2..).zip(2..2 + count) {
            test.mailbox.send(typed(&path, number, column as u32, "y"));
            text.insert(column, 'y');
        }
        let first = test.messages.try_recv().unwrap();
        let (session, messages) = (&mut test.session, &mut test.messages);
        let steps = agmark_syntax::work::count(|| session.take_all(first, messages));
        let (_, open) = test.session.now.opened(&uri(&path)).unwrap();
        assert_eq!(open.text.to_string(), text);
        assert_eq!(open.document.as_ref().unwrap().text().to_string(), text);
        assert_eq!(open.version, count as i32 + 1);
        steps
    };
    let (one, many) = (work_of(1), work_of(100));
    assert!(one > 0 && many <= 2 * one, "{one} steps, for 100 changes {many}");
}

#[test]
fn changes_of_two_documents_keep_their_order() {
    let folder = toy::Folder::of(&[]);
    let (a, b) = (folder.at("a.toy"), folder.at("b.toy"));
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    test.open(&a, "=x\n");
    test.open(&b, "=x\n");
    for (path, version, text) in [(&a, 2, "1"), (&b, 2, "2"), (&a, 3, "3"), (&a, 4, "4"), (&b, 3, "5")] {
        test.mailbox.send(typed(path, version, 0, text));
    }
    test.mailbox.send(Message::Lost(Some(uri(&b))));
    test.mailbox.send(change(&b, 4, "=all\n"));
    let first = test.messages.try_recv().unwrap();
    test.session.take_all(first, &mut test.messages);
    for (path, expected) in [(&a, "431=x\n"), (&b, "=all\n")] {
        let answered = test.ask(When::Now, path);
        assert_eq!(answer(&answered).0, expected);
    }
}

#[test]
fn a_fault_in_one_of_several_changes_leaves_those_after_it() {
    let folder = toy::Folder::of(&[]);
    let path = folder.at("a.toy");
    let mut test = TestSession::new(ClientCapabilities::default(), &[]);
    test.open(&path, "=x\n");
    test.mailbox.send(typed(&path, 3, 0, "2"));
    test.mailbox.send(change(&path, 4, "=all\n"));
    test.mailbox.send(typed(&path, 5, 0, "3"));
    test_hooks::ask_for("text".to_owned());
    test.session.take_all(typed(&path, 2, 0, "1"), &mut test.messages);
    let answered = test.ask(When::Now, &path);
    assert_eq!(answer(&answered).0, "3=all\n");
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
