//! A result that has cost something is never lost.

use agmark_run::testing::{Model, json};
use serde_json::json;

use super::support::Place;

const ARGS: [&str; 4] = ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#];
const RESULT: &str = "{\n  \"greeting\": \"Hello\"\n}\n";

fn hello() -> Model {
    Model::scripted(vec![json(json!({ "greeting": "Hello" }))])
}

#[test]
fn a_place_that_cannot_be_written_is_refused_before_the_model_is_asked() {
    let (place, model) = (Place::greet(), hello());
    std::fs::create_dir(place.path("folder")).unwrap();
    place.write("notes.txt", "mine");
    for (flag, file, said) in [
        ("-output", "nodir/x.json", "the folder does not exist: create it first"),
        ("-output", "folder", "not a regular file"),
        ("-output", "new/", "this is the name of a folder"),
        ("-output", "folder/", "not a regular file"),
        ("-record", "-", "`-record` needs the name of a file"),
        ("-output", "notes.txt/x", "the folder does not exist"),
        ("-output", "greet.md", "this is a file of the program"),
        ("-record", "nodir/x.jsonl", "cannot write the recording: nodir/x.jsonl: the folder does not exist"),
        ("-record", "folder", "not a regular file"),
        ("-record", "greet.md", "this is a file of the program"),
        ("-record", "notes.txt", "is not a recording: choose another name"),
    ] {
        let ran = place.run(&model, &[&ARGS[..], &[flag, file]].concat());
        assert!(ran.code == 1 && ran.err.contains(said), "{flag} {file}: {}", ran.err);
    }
    assert!(model.received().is_empty());
    assert_eq!(place.read("notes.txt"), "mine");
}

#[test]
fn a_result_that_cannot_be_written_after_all_is_printed() {
    let place = Place::greet();
    std::fs::create_dir(place.path("folder")).unwrap();
    let folder = place.path("folder");
    let model = Model::deciding(move |_| {
        let _ = std::fs::remove_dir(&folder);
        json(json!({ "greeting": "Hello" }))
    });
    let ran = place.run(&model, &[&ARGS[..], &["-output", "folder/x.json", "-summary"]].concat());
    assert_eq!((ran.code, ran.out.as_str()), (1, RESULT));
    assert!(ran.err.contains("The result is printed instead"), "{}", ran.err);
    assert!(ran.err.contains("\"success\":true"), "the run itself did its work: {}", ran.err);
}

#[test]
fn the_result_and_the_recording_are_two_files() {
    let (place, model) = (Place::greet(), hello());
    std::fs::create_dir(place.path("folder")).unwrap();
    for (output, record) in [("a.json", "a.json"), ("b.json", "./b.json"), ("c.json", "folder/../c.json")] {
        let ran = place.run(&model, &[&ARGS[..], &["-output", output, "-record", record]].concat());
        assert!(ran.code == 1 && ran.err.contains("cannot be one file"), "{output} {record}: {}", ran.err);
    }
    assert!(model.received().is_empty());
    let ran = place.run(&model, &[&ARGS[..], &["-output", "a.json", "-record", "r.jsonl"]].concat());
    assert_eq!((ran.code, place.read("a.json").as_str()), (0, RESULT), "{}", ran.err);
    let recording = place.read("r.jsonl");
    let ran = place.run(&model, &[&ARGS[..], &["-output", "r.jsonl", "-replay", "r.jsonl"]].concat());
    assert!(ran.code == 1 && ran.err.contains("cannot be one file"), "{}", ran.err);
    assert_eq!(place.read("r.jsonl"), recording);
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_written_through_and_not_replaced() {
    use std::os::unix::fs::MetadataExt;
    let (place, model) = (Place::greet(), hello());
    for named in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        place.write("out.json", "before\n");
        let about = std::fs::metadata(place.path("out.json")).unwrap();
        let mut command = place.running(&model, &[&ARGS[..], &["-output", named]].concat());
        command.stdout(std::fs::OpenOptions::new().append(true).open(place.path("out.json")).unwrap());
        let ran = super::support::finish(command);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{named}");
        assert_eq!(place.read("out.json"), format!("before\n{RESULT}"), "{named}");
        assert_eq!(std::fs::metadata(place.path("out.json")).unwrap().ino(), about.ino(), "{named}");
        assert!(!place.path("-").exists());
    }
    place.write("err.txt", "before\n");
    for (flag, named) in [("-output", "/dev/stderr"), ("-record", "/dev/stdout"), ("-output", "/dev/fd/0")] {
        let mut command = place.running(&model, &[&ARGS[..], &[flag, named]].concat());
        let file = || std::fs::OpenOptions::new().append(true).open(place.path("err.txt")).unwrap();
        command.stdin(file()).stdout(file()).stderr(file());
        assert_eq!(super::support::finish(command).code, 1, "{flag} {named}");
    }
    assert!(place.read("err.txt").starts_with("before\nerror: "), "{}", place.read("err.txt"));
}

#[cfg(unix)]
#[test]
fn pipes_that_nobody_writes_to_are_refused() {
    let (place, model) = (Place::greet(), hello());
    let made = std::process::Command::new("mkfifo").arg(place.path("pipe")).status().unwrap();
    assert!(made.success());
    for args in [["-input", "@pipe"], ["-replay", "pipe"], ["-output", "pipe"], ["-record", "pipe"]] {
        let ran = place.run(&model, &[&["-program", "greet.md"][..], &args].concat());
        assert!(ran.code == 1 && ran.err.contains("regular file"), "{args:?}: {}", ran.err);
    }
    let ran =
        super::support::finish(place.command(&["markdownlang", "render", "greet.md", "-input", "@pipe"]));
    assert!(ran.code == 2 && ran.err.contains("regular file"), "{}", ran.err);
    assert!(model.received().is_empty());
    // A pipe that is open already is read to its end.
    let piped = place.running(&model, &["-program", "greet.md", "-input", "@/dev/stdin"]);
    let ran = super::support::finish_with(piped, r#"{"name":"Ada"}"#);
    assert_eq!((ran.code, ran.out.as_str()), (0, RESULT), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn a_second_name_of_the_program_is_not_written() {
    let (place, model) = (Place::greet(), hello());
    let program = place.read("greet.md");
    std::fs::hard_link(place.path("greet.md"), place.path("second.json")).unwrap();
    std::os::unix::fs::symlink("greet.md", place.path("link.json")).unwrap();
    for (flag, file) in [("-output", "second.json"), ("-record", "second.json"), ("-output", "link.json")] {
        let ran = place.run(&model, &[&ARGS[..], &[flag, file]].concat());
        assert!(ran.code == 1 && ran.err.contains("a file of the program"), "{flag} {file}: {}", ran.err);
    }
    assert!(model.received().is_empty());
    assert_eq!(place.read("greet.md"), program);
}

#[cfg(unix)]
#[test]
fn a_link_is_written_through_and_stays() {
    let (place, model) = (Place::greet(), hello());
    std::os::unix::fs::symlink("target.json", place.path("link.json")).unwrap();
    let ran = place.run(&model, &[&ARGS[..], &["-output", "link.json"]].concat());
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(place.read("target.json"), RESULT);
    assert!(std::fs::symlink_metadata(place.path("link.json")).unwrap().is_symlink());
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_standard_output_cannot_take_goes_to_standard_error() {
    let (place, model) = (Place::greet(), hello());
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut command = place.running(&model, &ARGS);
    command.stdout(full());
    let ran = super::support::finish(command);
    assert!(ran.code == 1 && ran.err.ends_with(RESULT), "{}", ran.err);

    // So do those of other commands that take long.
    place.write("page.html", "<!doctype html><title>T</title><button>Go</button>\n");
    for args in [&["anml", "from-html", "page.html"][..], &["aaf-lint", "--audit", "page.html"]] {
        let printed = super::support::finish(place.command(args));
        let mut command = place.command(args);
        command.stdout(full());
        let ran = super::support::finish(command);
        assert_eq!(ran.code, 1, "{args:?}: {}", ran.err);
        assert!(ran.err.ends_with(&printed.out) && !printed.out.is_empty(), "{args:?}: {}", ran.err);
    }
}

#[test]
fn a_manifest_has_its_place_before_the_pages_are_read() {
    let place = Place::new();
    place.write("page.html", "<!doctype html><title>T</title>\n");
    place.write("file", "");
    let ran = super::support::finish(place.command(&["aaf", "manifest", ".", "-o", "file/x.json"]));
    assert!(ran.code == 2 && ran.err.contains("file: cannot be created"), "{} {}", ran.code, ran.err);
    let ran = super::support::finish(place.command(&["aaf", "manifest", ".", "-o", "new/deep/x.json"]));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(place.read("new/deep/x.json").contains("\"pages\""));
}

#[test]
fn a_program_that_cannot_be_loaded_has_a_summary() {
    let (place, model) = (Place::greet(), hello());
    let ran = place.run(&model, &["-program", "gone.md", "-summary"]);
    let last = ran.err.lines().last().unwrap_or_default();
    assert!(ran.code == 1 && last.starts_with("{\"program\":\"gone.md\",\"success\":false"), "{}", ran.err);
}

#[test]
fn a_run_that_does_not_begin_has_a_summary() {
    let (place, model) = (Place::greet(), hello());
    place.write("not.jsonl", "{}");
    let summary = |place: &Place, args: &[&str]| {
        let ran = place.run(&model, &[&["-program", "greet.md", "-summary"], args].concat());
        let last = ran.err.lines().last().unwrap_or_default();
        let summary: serde_json::Value = serde_json::from_str(last).unwrap();
        assert_eq!((ran.code, &summary["success"]), (1, &json!(false)), "{}", ran.err);
        assert_eq!(ran.err.lines().filter(|line| line.starts_with("error: ")).count(), 1, "{}", ran.err);
        summary["error"].as_str().unwrap().to_owned()
    };
    assert!(summary(&place, &["-input", "{"]).contains("is not JSON"));
    assert!(summary(&place, &["-output", "gone/x"]).contains("the folder does not exist"));
    assert!(summary(&place, &["-replay", "not.jsonl"]).contains("not a recording"));
    assert!(summary(&place, &["-input", "{}"]).contains("lacks \"name\""));
    place.write(".markdownlang-agreement.json", "{}");
    assert_eq!(summary(&place, &[]), "the agreement was not accepted");
}

#[cfg(unix)]
#[test]
fn a_result_that_an_editor_cannot_be_shown_is_in_its_log() {
    let (place, model) = (Place::greet(), hello());
    let mut command = place.serving(&model);
    command.env("TMPDIR", place.path("gone"));
    let mut editor = super::client::Editor::brief(command, Some("Run"));
    editor.command("agmark.markdownlang.run", &place.path("greet.md"), json!({ "name": "Ada" }));
    let is_result = |told: &serde_json::Value| told["message"] == format!("result.json:\n{RESULT}");
    editor.hear("window/logMessage", is_result);
}

#[test]
fn a_result_whose_reader_went_away_goes_to_standard_error() {
    let (place, model) = (Place::greet(), hello());
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = place.running(&model, &ARGS);
    command.stdout(writer);
    let ran = super::support::finish(command);
    assert!(ran.code == 1 && ran.err.ends_with(RESULT), "{}", ran.err);
}
