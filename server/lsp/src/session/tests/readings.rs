//! Files are read after they are watched, one reading at a time, in the order of the requests.

use super::*;

fn watching_client() -> ClientCapabilities {
    ClientCapabilities { register_watchers: true, ..ClientCapabilities::default() }
}

fn workspace(files: &[(&str, &str)]) -> (toy::Folder, TestSession) {
    let folder = toy::Folder::of(files);
    let test = TestSession::new(watching_client(), &[folder.at("")]);
    (folder, test)
}

/// The files in the index.
fn indexed(test: &TestSession) -> Vec<String> {
    let paths = test.session.now.index.paths();
    paths.iter().map(|path| path.file_name().unwrap().to_string_lossy().into_owned()).collect()
}

#[test]
fn files_are_read_after_they_are_watched() {
    let (_folder, mut test) = workspace(&[("a.toy", "*shared\n")]);
    test.take(Message::Start);
    test.sent("client/registerCapability");
    assert!(!test.session.now.complete);
    let last = test.session.readings.last();
    assert!(test.session.readings.are_done(last), "a change before the watch could be missed");
    test.take(Message::Watched);
    test.end_reading();
    assert!(test.session.now.complete);
    assert_eq!(indexed(&test), ["a.toy"]);
}

#[test]
fn files_that_the_client_does_not_watch_in_time_are_read_twice() {
    let (folder, mut test) = workspace(&[("a.toy", "*shared\n")]);
    test.take(Message::Start);
    test.take(Message::NotWatched);
    test.end_reading();
    assert_eq!(indexed(&test), ["a.toy"]);
    folder.write("b.toy", "*other\n");
    test.take(Message::Watched);
    test.end_reading();
    assert_eq!(indexed(&test), ["a.toy", "b.toy"]);
}

#[test]
fn a_change_during_a_reading_is_read_afterwards() {
    let (folder, mut test) = workspace(&[("a.toy", "*old\n")]);
    test.take(Message::Start);
    test.session.gate.set(&json!({ "hold": "after" }));
    test.take(Message::Watched);
    // The reading has read the file, but its result is held.
    folder.write("b.toy", "*new\n");
    test.take(Message::FilesChanged(vec![folder.at("b.toy")]));
    test.take(Message::FilesChanged(vec![folder.at("b.toy"), folder.at("c.toy")]));
    assert!(test.session.readings.begin().is_none(), "one reading runs at a time");
    test.session.gate.set(&json!({ "hold": null }));
    test.end_reading();
    test.end_reading();
    assert_eq!(indexed(&test), ["a.toy", "b.toy"]);
    assert!(test.session.readings.are_done(test.session.readings.last()), "both changes gave one reading");
}

#[test]
fn a_question_about_settled_files_waits_for_the_readings_before_it() {
    let (folder, mut test) = workspace(&[("a.toy", "*shared\n")]);
    let path = folder.at("b.toy");
    test.take(Message::Start);
    test.take(Message::Watched);
    test.end_reading();
    test.open(&path, "!shared\n");
    folder.write("c.toy", "*shared\n");
    test.session.gate.set(&json!({ "hold": "before" }));
    test.take(Message::FilesChanged(vec![folder.at("c.toy")]));
    let (complete, settled) = (test.ask(When::Complete, &path), test.ask(When::Settled, &path));
    assert_eq!(answer(&complete).1, 1, "all files were read once");
    assert!(waits(&settled));
    test.session.gate.set(&json!({ "hold": null }));
    test.end_reading();
    assert_eq!(answer(&settled).1, 2);
}

#[test]
fn files_of_a_removed_folder_are_forgotten() {
    let folder = toy::Folder::of(&[("one/a.toy", "*x\n"), ("two/b.toy", "*y\n")]);
    let mut test = TestSession::new(watching_client(), &[folder.at("one"), folder.at("two")]);
    test.take(Message::Start);
    test.take(Message::Watched);
    test.end_reading();
    assert_eq!(indexed(&test), ["a.toy", "b.toy"]);
    test.take(Message::Folders { added: Vec::new(), removed: vec![folder.at("two")] });
    assert_eq!(indexed(&test), ["a.toy"]);
}

#[test]
fn a_failed_reading_ends_the_wait() {
    let (folder, mut test) = workspace(&[]);
    let path = folder.at("a.toy");
    test.take(Message::Start);
    test.session.gate.set(&json!({ "hold": "before" }));
    test.take(Message::Watched);
    test.open(&path, "=x\n");
    let answered = test.ask(When::Complete, &path);
    assert!(waits(&answered));
    test.take(Message::Read(None));
    answer(&answered);
    test.session.gate.set(&json!({ "hold": null }));
}

#[test]
fn a_message_waits_for_a_part_of_a_reading_only() {
    let all: Vec<_> = (0..600).map(|n| (format!("f{n:03}.toy"), "*shared\n")).collect();
    let all: Vec<_> = all.iter().map(|(name, text)| (name.as_str(), *text)).collect();
    let (folder, mut test) = workspace(&all);
    let path = folder.at("f000.toy");
    test.take(Message::Start);
    test.take(Message::Watched);
    test.open(&path, "!shared\n");
    let part = test.next();
    assert!(matches!(&part, Message::ReadPart { files, .. } if files.len() < 600));
    test.take(part);
    // The next part comes after this one was taken, so a message that comes in between is answered before it.
    let (now, complete) = (test.ask(When::Now, &path), test.ask(When::Complete, &path));
    let (_, found) = answer(&now);
    assert!((1..599).contains(&found), "{found} files are in the index");
    assert!(waits(&complete));
    while !test.session.now.complete {
        let message = test.next();
        test.take(message);
    }
    assert_eq!(answer(&complete).1, 599);
    // The files that another reading does not find are gone.
    std::fs::remove_file(folder.at("f001.toy")).unwrap();
    test.session.read_all_again();
    while !test.session.readings.are_done(test.session.readings.last()) {
        let message = test.next();
        test.take(message);
    }
    assert_eq!(answer(&test.ask(When::Now, &path)).1, 598);
}

#[test]
fn a_file_that_is_open_is_read_after_it_is_closed() {
    let (folder, mut test) = workspace(&[("a.toy", "*shared\n")]);
    let names = |test: &TestSession| -> Vec<String> {
        test.session.now.index.names("toy", "id").iter().map(|name| name.to_string()).collect()
    };
    test.take(Message::Start);
    test.open(&folder.at("a.toy"), "*other\n");
    test.take(Message::Watched);
    test.end_reading();
    assert_eq!(names(&test), ["other"]);
    test.take(Message::Quiet);
    test.take(Message::Close(uri(&folder.at("a.toy"))));
    assert_eq!(names(&test), ["shared"], "a short file is there at once");
    test.end_reading();
    assert_eq!(names(&test), ["shared"]);
}

#[test]
fn the_file_of_a_document_with_an_unknown_text_is_read() {
    let (folder, mut test) = workspace(&[("a.toy", "*shared\n")]);
    test.take(Message::Start);
    test.open(&folder.at("a.toy"), "*other\n");
    test.take(Message::Watched);
    test.end_reading();
    test.take(Message::Lost(Some(uri(&folder.at("a.toy")))));
    test.end_reading();
    let names = test.session.now.index.names("toy", "id");
    assert_eq!(names.iter().map(|name| &**name).collect::<Vec<_>>(), ["shared"]);
}
