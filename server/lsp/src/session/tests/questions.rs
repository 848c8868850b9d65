//! Questions see the edits that came before them, wait for what they need, and can be cancelled.

use super::*;
use crate::cancel::Cancel;

fn workspace(files: &[(&str, &str)]) -> (toy::Folder, TestSession) {
    let folder = toy::Folder::of(files);
    let test = TestSession::new(ClientCapabilities::default(), &[folder.at("")]);
    (folder, test)
}

#[test]
fn a_question_sees_the_edits_before_it_only() {
    let (folder, mut test) = workspace(&[]);
    let path = folder.at("a.toy");
    test.open(&path, "=one\n");
    test.change(&path, 2, "=two\n");
    let answered = test.ask(When::Now, &path);
    test.change(&path, 3, "=three\n");
    assert_eq!(answer(&answered).0, "=two\n");
}

#[test]
fn a_question_that_needs_nothing_does_not_wait_for_one_that_waits() {
    let (folder, mut test) = workspace(&[("b.toy", "*shared\n")]);
    let path = folder.at("a.toy");
    test.session.readings.expect(&folder.at(""));
    test.open(&path, "=x\n");
    let later = test.ask(When::Complete, &path);
    let now = test.ask(When::Now, &path);
    assert_eq!(answer(&now), ("=x\n".to_owned(), 0));
    assert!(waits(&later));
}

#[test]
fn a_waiting_question_gets_its_own_documents_and_the_files_of_the_answer() {
    let (folder, mut test) = workspace(&[("b.toy", "*shared\n")]);
    let path = folder.at("a.toy");
    test.session.readings.expect(&folder.at(""));
    test.open(&path, "=one\n");
    let answered = test.ask(When::Complete, &path);
    test.change(&path, 2, "=two\n");
    assert!(waits(&answered), "no file is read");
    test.take(Message::Watched);
    test.session.read_all_again();
    test.end_reading();
    assert_eq!(answer(&answered), ("=one\n".to_owned(), 1));
}

#[test]
fn diagnostics_wait_for_other_files_only_if_they_need_them() {
    let (folder, mut test) = workspace(&[]);
    let (alone, user) = (folder.at("a.toy"), folder.at("b.toy"));
    test.session.readings.expect(&folder.at(""));
    test.open(&alone, "=x\n?x\n");
    test.open(&user, "!shared\n");
    let first = test.ask(When::CompleteFor(uri(&alone)), &alone);
    let second = test.ask(When::CompleteFor(uri(&user)), &user);
    answer(&first);
    assert!(waits(&second));
}

#[test]
fn a_question_that_nobody_waits_for_is_dropped() {
    let (folder, mut test) = workspace(&[]);
    let path = folder.at("a.toy");
    test.session.readings.expect(&folder.at(""));
    test.open(&path, "=x\n");
    let answered = test.ask(When::Complete, &path);
    assert!(test.session.waited_for.load(std::sync::atomic::Ordering::Relaxed));
    test.take(Message::GiveUp);
    assert!(matches!(answered.try_recv(), Err(std_mpsc::TryRecvError::Disconnected)));
    assert!(!test.session.waited_for.load(std::sync::atomic::Ordering::Relaxed));
}

#[test]
fn work_is_cancelled_when_its_result_is_not_awaited() {
    let cancel = Cancel::default();
    let waiting = cancel.waiting();
    assert!(!cancel.is_cancelled());
    drop(waiting);
    assert!(cancel.is_cancelled());
}
