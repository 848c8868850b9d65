//! Commands that change a document.

use std::process::{Child, Stdio};

use expect_test::expect;

use super::ROTA;
use crate::support::Folder;

const SET: &str = r#"{"op":"set_attr","id":"kitchen","key":"lang","value":"english"}"#;

#[test]
fn an_edit_without_i_writes_nothing() {
    let folder = Folder::of(&[("a.agd", "@h1   Kitchen [#kitchen]\n@p  x\n")]);
    expect![[r##"
        @h1 Kitchen [#kitchen lang=english]
        @p  x
        2> note: nothing was written: -i writes the file
        exit 0
    "##]]
    .assert_eq(&folder.run(&["agd", "edit", "a.agd", "--op", SET]).to_string());
    assert_eq!(folder.read("a.agd"), "@h1   Kitchen [#kitchen]\n@p  x\n");
    let piped = folder.run_with(&["agd", "edit", "-", "--op", SET], b"@h1 Kitchen [#kitchen]\n");
    expect![[r##"
        @h1 Kitchen [#kitchen lang=english]
        exit 0
    "##]]
    .assert_eq(&piped.to_string());
}

#[test]
fn edits_are_written_whole_or_not_at_all() {
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    let wrong = r#"{"op":"delete","id":"ovne"}"#;
    expect![[r##"
        2> error: operation 2: block #ovne does not exist: did you mean #oven?
        exit 1
    "##]]
    .assert_eq(&folder.run(&["agd", "edit", "-i", "rota.agd", "--op", SET, "--op", wrong]).to_string());
    assert_eq!(folder.read("rota.agd"), ROTA);
    folder.write(
        "ops.jsonl",
        b"{\"op\":\"delete\",\"id\":\"oven\"}\n\n{\"op\":\"remove_attr\",\"id\":\"kitchen\",\"key\":\"x\"}\n",
    );
    expect![[r##"
        2> note: #kitchen has no attribute "x": there is nothing to remove
        2> note: #kitchen is written more than once: the last edit wins
        exit 0
    "##]]
    .assert_eq(
        &folder.run(&["agd", "edit", "-i", "rota.agd", "--op", SET, "--ops", "ops.jsonl"]).to_string(),
    );
    let edited = folder.read("rota.agd");
    assert!(edited.contains("@h1 Kitchen [#kitchen lang=english]\n@p Light"), "{edited}");
    assert!(!edited.contains("~~~"), "{edited}");
    folder.write("ops.jsonl", b"{\"op\":\"delete\"}\n");
    let ran = folder.run(&["agd", "edit", "-i", "rota.agd", "--ops", "ops.jsonl"]);
    assert!(
        ran.code == 1
            && ran.err.starts_with("error: ops.jsonl:1: missing field \"id\"; delete needs \"id\", as in {"),
        "{ran}"
    );
}

#[test]
fn options_stand_before_or_after_the_file() {
    let one = r#"{"op":"remove_attr","id":"oven","key":"lang"}"#;
    let two = format!("[{SET},{one}]");
    let expected = {
        let folder = Folder::of(&[("rota.agd", ROTA)]);
        folder.run(&["agd", "edit", "rota.agd", "--op", SET, "--op", one]).out
    };
    assert!(expected.contains("lang=english") && !expected.contains("lang=sh"), "{expected}");
    for args in [
        &["--op", SET, "--op", one, "rota.agd"] as &[&str],
        &["--op", SET, "rota.agd", "--op", one],
        &["--op", &two, "rota.agd"],
        &["rota.agd", "--op", &two],
        &["--ops", "list.json", "rota.agd"],
        &["--ops", "lines.jsonl", "rota.agd"],
    ] {
        let folder = Folder::of(&[("rota.agd", ROTA)]);
        folder.write("list.json", format!("[\n{SET},\n{one}\n]\n").as_bytes());
        folder.write("lines.jsonl", format!("{SET}\r\n\r\n{one}").as_bytes());
        let ran = folder.run(&[&["agd", "edit"], args].concat());
        assert_eq!((ran.code, &ran.out), (0, &expected), "{args:?}: {ran}");
    }
}

#[test]
fn operations_of_a_file_may_begin_with_a_byte_order_mark_or_take_several_lines() {
    let folder = Folder::of(&[("rota.agd", ROTA)]);
    let expected = folder.run(&["agd", "edit", "rota.agd", "--op", SET]).out;
    let pretty = SET.replace(',', ",\r\n  ");
    for text in [format!("\u{feff}{SET}\r\n"), format!("\u{feff}[{SET}]"), pretty] {
        folder.write("ops.json", text.as_bytes());
        let ran = folder.run(&["agd", "edit", "rota.agd", "--ops", "ops.json"]);
        assert_eq!((ran.code, &ran.out), (0, &expected), "{text}: {ran}");
    }
}

#[test]
fn help_shows_each_operation() {
    let help = Folder::of(&[]).run(&["agd", "edit", "--help"]).out;
    for op in ["set_attr", "remove_attr", "replace", "insert_after", "insert_before", "delete"] {
        assert!(help.contains(&format!("{{\"op\":\"{op}\",\"id\":")), "{op}: {help}");
    }
}

#[test]
fn edits_keep_the_line_endings_of_the_file() {
    let folder = Folder::of(&[("a.agd", "@h2 x [#a]\r\n\r\n@p y [#kitchen]\r\n")]);
    assert_eq!(folder.run(&["agd", "edit", "-i", "a.agd", "--op", SET]).code, 0);
    assert_eq!(folder.read("a.agd"), "@h2 x [#a]\r\n\r\n@p y [#kitchen lang=english]\r\n");
    assert_eq!(folder.run(&["agd", "id", "--strip", "-i", "a.agd"]).code, 0);
    assert_eq!(folder.read("a.agd"), "@h2 x\r\n\r\n@p y [#kitchen lang=english]\r\n");
    assert_eq!(folder.run(&["agd", "id", "--add", "-i", "a.agd"]).code, 0);
    assert_eq!(folder.read("a.agd"), "@h2 x [#x]\r\n\r\n@p y [#kitchen lang=english]\r\n");
}

#[test]
fn a_guard_that_does_not_fit_is_a_conflict() {
    let folder = Folder::of(&[("a.agd", "@p Open all year. [#open]\n")]);
    let ran = folder.run(&["agd", "edit", "-i", "a.agd", "--op", r#"{"op":"delete","id":"open:12ab"}"#]);
    expect![[r##"
        2> error: operation 1: block #open has changed: the edit expects the hash 12ab, the content now hashes to 8d6c5b4a; read the block again
        exit 1
    "##]]
    .assert_eq(&ran.to_string());
    let fits = r#"{"op":"delete","id":"open","hash":"8d6c5b4a"}"#;
    assert_eq!(folder.run(&["agd", "edit", "-i", "a.agd", "--op", fits]).code, 0);
    assert_eq!(folder.read("a.agd"), "");
}

#[test]
fn twenty_at_the_same_time_lose_nothing() {
    let folder = Folder::of(&[("a.agd", "@h1 Kitchen [#kitchen]\n")]);
    let start = |number: usize| -> Child {
        let op = format!(
            r#"{{"op":"insert_after","id":"kitchen","block":{{"kind":"p","id":"n{number}","content":{{"type":"inline","value":[]}}}}}}"#
        );
        let mut command = folder.command(&["agd", "edit", "-i", "a.agd", "--op", &op]);
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let all: Vec<Child> = (0..20).map(start).collect();
    for mut child in all {
        assert!(child.wait().unwrap().success());
    }
    let text = folder.read("a.agd");
    for number in 0..20 {
        assert!(text.contains(&format!("[#n{number}]")), "n{number} is lost: {text}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside");
}

#[test]
fn format() {
    let folder =
        Folder::of(&[("rota.agd", ROTA), ("good.agd", "@p x\n"), ("bad.agd", "@p   a\n@H1   b\n@p   c\n")]);
    expect![[r##"
        2> error: rota.agd: not formatted: run `agd format -i`
        exit 1
    "##]]
    .assert_eq(&folder.run(&["agd", "format", "--check", "rota.agd"]).to_string());
    assert_eq!(folder.run(&["agd", "format", "--check", "good.agd"]).to_string(), "exit 0\n");
    assert_eq!(folder.run(&["agd", "format", "-i", "rota.agd"]).to_string(), "exit 0\n");
    assert_eq!(folder.run(&["agd", "format", "--check", "rota.agd"]).code, 0);
    expect![[r#"
        2> error: bad.agd:2:1: unknown tag "@H1": did you mean "h1"?
        2> note: bad.agd: line 2: not formatted because of errors
        exit 1
    "#]]
    .assert_eq(&folder.run(&["agd", "format", "-i", "bad.agd"]).to_string());
    assert_eq!(folder.read("bad.agd"), "@p a\n\n@H1   b\n\n@p c\n");
}

#[test]
fn ids_are_added_and_taken_away() {
    let folder = Folder::of(&[("a.agd", "@h1 Kitchen\n@ul\n- a\n@p b @ref #kitchen [#p k=v]\n")]);
    assert_eq!(folder.run(&["agd", "id", "--add", "-i", "a.agd"]).to_string(), "exit 0\n");
    assert_eq!(
        folder.read("a.agd"),
        "@h1 Kitchen [#kitchen]\n@ul [#ul-1]\n- a\n@p b @ref #kitchen [#p k=v]\n"
    );
    expect![[r##"
        2> note: #p is kept: the block's attributes or text cannot be written without an id
        2> note: a.agd:4: reference to undefined id #kitchen
        exit 0
    "##]]
    .assert_eq(&folder.run(&["agd", "id", "--strip", "-i", "a.agd"]).to_string());
    assert_eq!(folder.read("a.agd"), "@h1 Kitchen\n@ul\n- a\n@p b @ref #kitchen [#p k=v]\n");
}

#[test]
fn lines_of_what_leads_nowhere_are_those_of_the_result() {
    let folder =
        Folder::of(&[("a.agd", "@h1 A [#a]\n\n@code [#c]\n\n\n~~~\nx\n~~~\n\n@ul [#u]\n- see @ref #a\n")]);
    let ran = folder.run(&["agd", "id", "--strip", "-i", "a.agd"]);
    assert_eq!(ran.to_string(), "2> note: a.agd:8: reference to undefined id #a\nexit 0\n");
    assert_eq!(folder.read("a.agd"), "@h1 A\n\n@code\n~~~\nx\n~~~\n\n@ul\n- see @ref #a\n");
}

#[test]
fn what_does_not_parse_is_not_edited() {
    let folder = Folder::of(&[("a.agd", "@h1 Kitchen [#kitchen]\n- stray\n")]);
    let ran = folder.run(&["agd", "edit", "-i", "a.agd", "--op", SET]);
    expect![[r##"
        2> error: a.agd:2:1: item outside a list: items must come directly after "@ul" or "@ol"
        exit 1
    "##]]
    .assert_eq(&ran.to_string());
    assert_eq!(folder.read("a.agd"), "@h1 Kitchen [#kitchen]\n- stray\n");
}
