//! `agmark check`: which files, which exit code.

use expect_test::{Expect, expect};

use crate::support::{Folder, Ran};

const BAD: &str = "@h5 x\n";
const GOOD: &str = "@p x\n";
/// An interactive element without a ref is a warning.
const WARNING: &str = "button \"Go\"\n";

fn concise(folder: &Folder, args: &[&str]) -> Ran {
    let mut all = vec!["check", "--output-format", "concise"];
    all.extend(args);
    folder.run(&all)
}

#[track_caller]
fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    expected.assert_eq(&concise(&Folder::of(files), args).to_string());
}

#[test]
fn clean_is_0_and_errors_are_1() {
    check(
        &[("a.agd", GOOD)],
        &[],
        expect![[r#"
        1 file checked: no findings
        exit 0
    "#]],
    );
    check(
        &[("a.agd", BAD)],
        &[],
        expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    check(
        &[],
        &[],
        expect![[r#"
        no files to check
        exit 0
    "#]],
    );
}

#[test]
fn warnings_count_when_they_are_denied() {
    check(
        &[("a.anml", WARNING)],
        &[],
        expect![[r#"
        a.anml:1:1: warning: "button" is interactive and needs a ref, such as "button#e1" [anml/missing-ref]
        1 file checked: 1 warning; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
    assert_eq!(concise(&Folder::of(&[("a.anml", WARNING)]), &["--deny-warnings"]).code, 1);
}

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
fn settings_of_the_nearest_folder_hold() {
    let files = [
        ("agmark.toml", "exclude = [\"old\"]\n[rules]\n\"agd/unknown-tag\" = \"warning\"\n"),
        ("a.agd", BAD),
        ("old/b.agd", BAD),
        ("sub/agmark.toml", "exclude = [\"c.agd\"]\n"),
        ("sub/c.agd", BAD),
        ("sub/d.agd", BAD),
    ];
    check(
        &files,
        &[],
        expect![[r#"
        a.agd:1:1: warning: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        sub/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error, 1 warning; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    // What is named is checked all the same.
    check(
        &files,
        &["old/b.agd", "sub/c.agd"],
        expect![[r#"
        old/b.agd:1:1: warning: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        sub/c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error, 1 warning; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn wrong_settings_silence_their_own_folder_only() {
    const WRONG: &str = "[rules]\n\"agd/unknown-tg\" = \"off\"\n";
    let files = [
        ("agmark.toml", ""),
        ("a.agd", BAD),
        ("sub/agmark.toml", WRONG),
        ("sub/b.agd", BAD),
        ("sub/deep/c.agd", BAD),
        ("sub/own/agmark.toml", ""),
        ("sub/own/d.agd", BAD),
    ];
    check(
        &files,
        &[],
        expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        sub/own/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 2 errors; `agmark explain RULE` explains a rule
        2> error: sub/agmark.toml:2:1: unknown rule "agd/unknown-tg": did you mean "agd/unknown-tag"?
        exit 2
    "#]],
    );
    check(
        &files,
        &["sub/b.agd", "sub/deep/c.agd", "a.agd"],
        expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; `agmark explain RULE` explains a rule
        2> error: sub/agmark.toml:2:1: unknown rule "agd/unknown-tg": did you mean "agd/unknown-tag"?
        exit 2
    "#]],
    );
    // Files of other folders are read whatever their settings are.
    let refers = "@p x [#here refs=\"sub/b.agd#there\"]\n";
    check(
        &[
            ("agmark.toml", ""),
            ("a.agd", refers),
            ("sub/agmark.toml", WRONG),
            ("sub/b.agd", "@p y [#there]\n"),
        ],
        &["a.agd"],
        expect![[r#"
        1 file checked: no findings
        exit 0
    "#]],
    );
}

#[test]
fn folders_in_which_nobody_writes_are_skipped() {
    let files =
        [("a.agd", GOOD), ("node_modules/x/b.agd", BAD), ("web/dist/c.agd", BAD), ("web/vendor/d.agd", BAD)];
    check(
        &files,
        &[],
        expect![[r#"
        1 file checked: no findings
        exit 0
    "#]],
    );
    // A person who names such a folder means it, and a setting includes it.
    check(
        &files,
        &["web/dist", "node_modules/x"],
        expect![[r#"
        node_modules/x/b.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        web/dist/c.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 2 errors; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
    let included = [files.as_slice(), &[("agmark.toml", "include = [\"vendor\"]\n")]].concat();
    check(
        &included,
        &[],
        expect![[r#"
        web/vendor/d.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error; `agmark explain RULE` explains a rule
        exit 1
    "#]],
    );
}

#[test]
fn a_named_folder_that_is_excluded_says_so() {
    check(
        &[("agmark.toml", "exclude = [\"drafts\"]\n"), ("drafts/a.agd", BAD)],
        &["drafts"],
        expect![[r#"
            no files to check
            2> note: drafts: excluded by the setting `exclude`: name single files to include them, or change the setting
            exit 0
        "#]],
    );
}

#[test]
fn references_are_followed_into_other_files() {
    let files = [
        ("a/x.agd", "@p x [#here refs=\"../b/y.agd#there, ../b/y.agd#nowhere, z.agd#a\"]\n"),
        ("b/y.agd", "@p y [#there]\n"),
    ];
    check(
        &files,
        &["a"],
        expect![[r#"
        a/x.agd:1:48: warning: "../b/y.agd" has no id "nowhere" [agd/dangling-refs]
        a/x.agd:1:63: warning: "z.agd" does not exist: cannot look up "a" [agd/dangling-refs]
        1 file checked: 2 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
    check(
        &files,
        &["a/x.agd"],
        expect![[r#"
        a/x.agd:1:48: warning: "../b/y.agd" has no id "nowhere" [agd/dangling-refs]
        a/x.agd:1:63: warning: "z.agd" does not exist: cannot look up "a" [agd/dangling-refs]
        1 file checked: 2 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
    check(
        &[files[0], files[1], ("agmark.toml", "")],
        &["a/x.agd"],
        expect![[r#"
        a/x.agd:1:48: warning: "../b/y.agd" has no id "nowhere" [agd/dangling-refs]
        a/x.agd:1:63: warning: "z.agd" does not exist: cannot look up "a" [agd/dangling-refs]
        1 file checked: 2 warnings; `agmark explain RULE` explains a rule
        exit 0
    "#]],
    );
}

#[test]
fn what_a_program_imports_is_a_program() {
    let program = "---\nname: main\ndescription: x\nimports: [./part.md]\ninput: {type: object}\n\
                   output: {type: object}\n---\nx\n";
    let files = [("main.md", program), ("part.md", "{{ .x | uper }}\n"), ("other.md", "{{ .x | uper }}\n")];
    check(
        &files,
        &[],
        expect![[r#"
            main.md:4:11: error: "./part.md" is not a program: import a .md file with front matter [markdownlang/not-a-program]
            part.md:1:1: error: the front matter is missing: begin with a line "---", the program's keys, and "---" [markdownlang/missing-front-matter]
            part.md:1:9: error: unknown function "uper": did you mean "upper"? [markdownlang/unknown-function]
            2 files checked: 3 errors; `agmark explain RULE` explains a rule
            exit 1
        "#]],
    );
    check(
        &files,
        &["part.md", "other.md"],
        expect![[r#"
            part.md:1:1: error: the front matter is missing: begin with a line "---", the program's keys, and "---" [markdownlang/missing-front-matter]
            part.md:1:9: error: unknown function "uper": did you mean "upper"? [markdownlang/unknown-function]
            1 file checked: 2 errors; `agmark explain RULE` explains a rule
            2> note: other.md: not in a format that agmark knows, skipped
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
        2> error: x.rs: unknown file format: expected a file that ends in .anml, .anmla, .garyml or .agd; to check another file as one of these, use `-` with --stdin-path
        exit 2
    "#]].assert_eq(&concise(&folder, &["a.agd", "no/such.agd", "x.rs"]).to_string());
}

#[test]
fn wrong_usage_is_2() {
    let folder = Folder::of(&[]);
    for args in [&["check", "--output-format", "xml"][..], &["check", "-", "a.agd"], &["chekc"], &[]] {
        let ran = folder.run(args);
        assert_eq!(ran.code, 2, "{args:?}: {ran}");
        assert!(!ran.err.is_empty() && ran.out.is_empty(), "{args:?}: {ran}");
    }
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    use std::io::Read;
    let many: String = (0..4000).map(|i| format!("@h5 {i}\n\n")).collect();
    let folder = Folder::of(&[("a.agd", &many)]);
    for format in ["full", "concise", "json", "sarif", "github", "agent"] {
        let mut child = folder
            .command(&["check", "--output-format", format])
            .stdout(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut err = String::new();
        child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(1), ""), "{format}");
    }
}

#[test]
fn order_is_the_same_each_time() {
    let files: Vec<_> =
        (0..200).map(|i| (format!("{}/{i}.agd", i % 7), format!("@h5 {i}\n@h6 {i}\n"))).collect();
    let files: Vec<_> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let folder = Folder::of(&files);
    let first = concise(&folder, &[]).out;
    assert_eq!(first.lines().count(), 401);
    assert_eq!(concise(&folder, &["."]).out, first);
    let mut sorted: Vec<_> = first.lines().take(400).collect();
    sorted.sort_by_key(|line| line.split(':').next().map(std::path::PathBuf::from));
    assert_eq!(first.lines().take(400).collect::<Vec<_>>(), sorted);
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
