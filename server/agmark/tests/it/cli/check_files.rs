//! `agmark check`: which files are read, and what happens with the others.

use expect_test::expect;

use super::check::{BAD, GOOD, check, concise};
use crate::support::Folder;

#[test]
fn folders_are_walked_with_their_ignore_files() {
    let files = [
        (".gitignore", "made\n"),
        ("made/a.agd", BAD),
        ("src/b.agd", BAD),
        (".hidden/c.agd", BAD),
        (".well-known/d.agd", BAD),
        ("x.txt", BAD),
    ];
    check(
        &files,
        &[],
        expect![[r#"
        .well-known/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        src/b.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 2 errors; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    check(
        &files,
        &["made/a.agd", ".hidden", "src"],
        expect![[r#"
        .hidden/c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        made/a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        src/b.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        3 files checked: 3 errors; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn other_peoples_files_are_left_alone() {
    let files = [("README.md", "# x\n"), ("page.html", "<p>x</p>\n"), ("x.json", "{}\n")];
    check(
        &files,
        &[],
        expect![[r#"
        no files to check
        exit 0
    "#]],
    );
    check(
        &files,
        &["README.md", "page.html"],
        expect![[r#"
            no files to check
            2> note: README.md: not in a format that agmark knows, skipped
            2> note: page.html: not in a format that agmark knows, skipped
            exit 0
        "#]],
    );
}

#[test]
fn what_cannot_be_read_is_2_and_the_rest_is_checked() {
    let folder = Folder::of(&[("a.agd", BAD), ("x.rs", "")]);
    folder.write("latin.agd", b"@p caf\xe9\n");
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; `agmark explain RULE` explains a rule
        2> error: latin.agd: not UTF-8 from byte 6 on: save the file as UTF-8
        exit 2
    "#]]
    .assert_eq(&concise(&folder, &[]).to_string());
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; `agmark explain RULE` explains a rule
        2> error: no/such.agd: file does not exist: check the spelling and the folder
        2> error: x.rs: unknown file format: expected a file that ends in ENDINGS; to check another file as one of these, use `-` with --stdin-path
        exit 2
    "#]].assert_eq(&concise(&folder, &["a.agd", "no/such.agd", "x.rs"]).to_string());
}

#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_utf_8_are_checked_and_told_apart() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::of(&[]);
    for name in [b"\xff.agd", b"\xfe.agd"] {
        std::fs::write(folder.path().join(std::ffi::OsStr::from_bytes(name)), BAD).expect("a file");
    }
    expect![[r#"
        \xFE.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        \xFF.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 2 errors; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&concise(&folder, &[]).to_string());
}

const MANIFEST: &str =
    r#"{"version": "0.1", "site": {"name": "S", "origin": "https://s.example"}, "actions": {}}"#;
const FOREIGN: &str = "<p data-agent-kind=\"tool_call\" data-agent-status=\"idle\">x</p>\n";

#[test]
fn foreign_attributes_are_left_alone_without_a_manifest() {
    let foreign_manifest = r#"{"name": "x", "version": "1.0", "actions": [{"name": "search"}]}"#;
    check(
        &[("page.html", FOREIGN), (".well-known/agent-manifest.json", foreign_manifest)],
        &[],
        expect![[r#"
        no files to check
        exit 0
    "#]],
    );
}

#[test]
fn files_take_part_below_the_folder_of_a_manifest() {
    let files = [
        ("site/public/.well-known/agent-manifest.json", MANIFEST),
        ("site/src/a.html", FOREIGN),
        ("site/src/b.js", "document.querySelector('[data-agent-status]'); // </\n"),
        ("other/c.html", FOREIGN),
        ("agmark.toml", ""),
    ];
    let folder = Folder::of(&files);
    let runs = [
        concise(&folder, &["."]),
        concise(&folder, &["site/src"]),
        concise(&folder, &["site/src/a.html"]),
        folder.run_with(
            &["check", "--output-format", "concise", "-", "--stdin-path", "site/src/a.html"],
            FOREIGN.as_bytes(),
        ),
    ];
    for run in runs {
        let out = run.out;
        assert!(out.contains("site/src/a.html:1:21: error: ") && out.contains("[aaf/invalid-kind]"), "{out}");
        assert!(out.contains("site/src/a.html:1:32: warning: "), "{out}");
        assert!(!out.contains("b.js") && !out.contains("c.html"), "{out}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for_whatever_its_name() {
    let folder = Folder::of(&[("a.agd", GOOD)]);
    for name in [".gitignore", ".ignore", "x.agd", "page.html", "agent-manifest.json"] {
        let made = std::process::Command::new("mkfifo").arg(folder.path().join(name)).status();
        assert!(made.is_ok_and(|status| status.success()), "{name}");
    }
    expect![[r#"
        1 file checked: no findings
        exit 0
    "#]]
    .assert_eq(&concise(&folder, &[]).to_string());
}

/// One more file than is looked at around a file that is in no workspace.
#[test]
fn what_is_not_read_around_a_file_is_said() {
    let far = (0..5_001).map(|n| (format!("far/{n}.txt"), String::new()));
    let near =
        [("near/b.agd", "@h1 Oven [#oven]\n"), ("a.agd", "@x-note refs=\"near/b.agd#oven\"\n@ref #no\n")];
    let files: Vec<_> = far.chain(near.map(|(name, text)| (name.to_owned(), text.to_owned()))).collect();
    let files: Vec<_> = files.iter().map(|(name, text)| (name.as_str(), text.as_str())).collect();
    let folder = Folder::of(&files);
    let ran = concise(&folder, &["a.agd"]);
    assert!(ran.err.contains("not read: far: "), "{}", ran.err);
    assert!(!ran.out.contains("oven"), "{}", ran.out);
    std::fs::write(folder.path().join("agmark.toml"), "").expect("a file");
    assert_eq!(concise(&folder, &["a.agd"]).err, "");
}

/// A domain for a planner, in the other language whose files end in `.anml`.
const PLAN: &str =
    "type Robot;\n\nfluent boolean free(Robot r);\n\naction move(Robot r) {\n  [start] free(r);\n};\n";

#[test]
fn other_languages_and_binary_files_are_left_alone() {
    let folder = Folder::of(&[("plan.anml", PLAN), ("x.agd", "<?xml version=\"1.0\"?>\n<agd/>\n")]);
    folder.write("watch.agd", b"SQLite format 3\0\x10\x00\xff\xfe rest");
    folder.write("zip.anml", b"PK\x03\x04\x14\x00\x08\xe9");
    let nothing = "no files to check\nexit 0\n";
    assert_eq!(concise(&folder, &[]).to_string(), nothing);
    assert_eq!(folder.run(&["fmt"]).to_string(), "no files to format\nexit 0\n");
    expect![[r#"
        no files to check
        2> note: plan.anml: not ANML: binary or another language, skipped
        2> note: watch.agd: not AGD: binary or another language, skipped
        exit 0
    "#]]
    .assert_eq(&concise(&folder, &["plan.anml", "watch.agd"]).to_string());
    expect![[r#"
        no files to format
        2> note: plan.anml: not ANML: binary or another language, skipped
        2> note: zip.anml: not ANML: binary or another language, skipped
        exit 0
    "#]]
    .assert_eq(&folder.run(&["fmt", "plan.anml", "zip.anml"]).to_string());
    assert_eq!(folder.read("plan.anml"), PLAN);
}

#[test]
fn what_is_ours_but_not_utf_8_is_said() {
    let folder = Folder::of(&[]);
    folder.write("page.html", b"<p>caf\xe9</p>\n<p data-agent-kind=\"status\">x</p>\n");
    folder.write("other.html", b"<p>caf\xe9</p>\n");
    folder.write("wide.anml", b"\xff\xfem\0a\0i\0n\0");
    expect![[r#"
        no files to check
        2> error: page.html: not UTF-8 from byte 6 on: save the file as UTF-8
        2> error: wide.anml: not UTF-8 from byte 0 on: save the file as UTF-8
        exit 2
    "#]]
    .assert_eq(&concise(&folder, &[]).to_string());
    expect![[r#"
        no files to check
        2> note: other.html: not in a format that agmark knows, skipped
        exit 0
    "#]]
    .assert_eq(&concise(&folder, &["other.html"]).to_string());
}
