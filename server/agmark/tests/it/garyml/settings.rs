//! The setting `indent` of `agmark.toml`, from the command line.

use expect_test::expect;

use crate::support::Folder;

const TASK: &str = ".Execute\n  .test\n    target: all tests\n";

fn indent(spaces: u32) -> String {
    format!("[garyml]\nindent = {spaces}\n")
}

#[test]
fn each_folder_has_its_own_indent() {
    let folder = Folder::of(&[
        ("plain/a.garyml", TASK),
        ("four/agmark.toml", &indent(4)),
        ("four/a.garyml", TASK),
        ("four/sub/deep/b.garyml", TASK),
        ("four/three/agmark.toml", &indent(3)),
        ("four/three/a.garyml", TASK),
        (
            "some/agmark.toml",
            "[garyml]\nindent = 4\n[[overrides]]\nfiles = [\"old/**\"]\ngaryml = { indent = 1 }\n",
        ),
        ("some/old/a.garyml", TASK),
    ]);
    assert_eq!(folder.run(&["check", "."]).code, 0, "the indent of a file is not reported");
    assert_eq!(folder.run(&["fmt", "--check", "."]).code, 1);
    expect![[r#"
        formatted four/a.garyml
        formatted four/sub/deep/b.garyml
        formatted four/three/a.garyml
        formatted some/old/a.garyml
        4 files formatted, 1 already formatted
        exit 0
    "#]]
    .assert_eq(&folder.run(&["fmt", "."]).to_string());
    assert_eq!(folder.read("plain/a.garyml"), TASK);
    assert_eq!(folder.read("four/a.garyml"), ".Execute\n    .test\n        target: all tests\n");
    assert_eq!(folder.read("four/sub/deep/b.garyml"), folder.read("four/a.garyml"));
    assert_eq!(folder.read("four/three/a.garyml"), ".Execute\n   .test\n      target: all tests\n");
    assert_eq!(folder.read("some/old/a.garyml"), ".Execute\n .test\n  target: all tests\n");
    assert_eq!(folder.run(&["fmt", "--check", "."]).code, 0);
    assert_eq!(folder.run(&["check", "--deny-warnings", "."]).code, 0);
    // Standard input is read as the file of its name.
    let input = |name: &str| folder.run_with(&["fmt", "-", "--stdin-path", name], TASK.as_bytes()).out;
    assert_eq!(input("four/new.garyml"), folder.read("four/a.garyml"));
    assert_eq!(input("new.garyml"), TASK);
    let shown = folder.run(&["config", "show", "some/old/a.garyml"]).out;
    let line = shown.lines().find(|line| line.starts_with("indent")).expect("it is shown");
    assert!(line.starts_with("indent = 1 ") && line.ends_with("# agmark.toml:5, for [\"old/**\"]"), "{line}");
}

/// What an invalid file means is not known: nothing below it is formatted, and nothing else stops.
#[test]
fn nothing_is_formatted_by_invalid_settings() {
    let folder = Folder::of(&[
        ("bad/agmark.toml", &indent(1_000_000)),
        ("bad/a.garyml", ".Execute\n  .test   x=1\n"),
        ("good/a.garyml", ".Execute\n  .test   x=1\n"),
    ]);
    let error =
        "2> error: bad/agmark.toml:2:10: \"indent\" must be a whole number from 1 to 16, not 1000000\n";
    for paths in [&["."][..], &["bad/a.garyml", "good/a.garyml"]] {
        folder.write("good/a.garyml", b".Execute\n  .test   x=1\n");
        let ran = folder.run(&[&["fmt"], paths].concat()).to_string();
        assert_eq!(ran, format!("formatted good/a.garyml\n1 file formatted\n{error}exit 2\n"));
        assert_eq!(folder.read("bad/a.garyml"), ".Execute\n  .test   x=1\n");
    }
    let ran = folder.run_with(&["fmt", "-", "--stdin-path", "bad/x.garyml"], TASK.as_bytes());
    assert_eq!(ran.to_string(), format!("{error}exit 2\n"));
}
