//! The flags of `agmark check`: which rules, how much is printed, when.

use std::io::{BufRead, BufReader};
use std::sync::mpsc;
use std::time::Duration;

use expect_test::expect;

use crate::support::Folder;

/// Long enough for a machine that is busy with other things.
const LONG: Duration = Duration::from_secs(60);

/// An unknown tag, a blank line with white space and a reference to nothing.
const THREE: &str = "@h5 one\n  \n@p see [#nothing]\n";

fn concise(folder: &Folder, args: &[&str]) -> String {
    folder.run(&[&["check", "--output-format", "concise"], args].concat()).to_string()
}

#[test]
fn select_checks_only_these_rules() {
    let folder = Folder::of(&[("a.agd", THREE), ("b.anml", "button \"Go\"\n")]);
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&concise(&folder, &["--select", "agd/unknown-tag"]));
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        b.anml:1:1: warning: "button" is interactive and needs a ref, such as "button#e1" [anml/missing-ref]
        2 files checked: 1 error, 1 warning; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&concise(&folder, &["--select", "unknown-tag,missing-ref"]));
    let of_format = concise(&folder, &["--select", "anml"]);
    expect![[r#"
        b.anml:1:1: warning: "button" is interactive and needs a ref, such as "button#e1" [anml/missing-ref]
        2 files checked: 1 warning; `agmark explain RULE` explains a rule
        exit 0
    "#]]
    .assert_eq(&of_format);
    assert_eq!(concise(&folder, &["--select", "anml/*"]), of_format);
}

#[test]
fn ignore_wins_over_select() {
    let folder = Folder::of(&[("a.agd", THREE), ("b.anml", "button \"Go\"\n")]);
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        2 files checked: 1 error; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&concise(&folder, &["--ignore", "whitespace-line", "--ignore", "anml"]));
    let none = concise(&folder, &["--select", "agd/unknown-tag", "--ignore", "agd"]);
    expect![[r#"
        2 files checked: no findings
        exit 0
    "#]]
    .assert_eq(&none);
}

#[test]
fn a_rule_that_is_off_is_checked_when_it_is_selected() {
    let off = "[rules]\n\"agd/unknown-tag\" = \"off\"\n";
    let folder = Folder::of(&[("agmark.toml", off), ("a.agd", "@h5 one\n")]);
    assert!(concise(&folder, &[]).ends_with("exit 0\n"));
    assert!(!concise(&folder, &["--select", "agd"]).contains("agd/unknown-tag"));
    assert!(concise(&folder, &["--select", "agd/unknown-tag"]).contains("[agd/unknown-tag]"));
}

#[test]
fn an_unknown_rule_is_an_error_with_the_nearest_name() {
    let folder = Folder::of(&[("a.agd", THREE)]);
    expect![[r#"
        2> error: unknown rule "agd/unknown-tga": did you mean "agd/unknown-tag"? `agmark rules` lists all rules
        exit 2
    "#]].assert_eq(&concise(&folder, &["--select", "agd/unknown-tga"]));
    expect![[r#"
        2> error: unknown rule "markdownlan/*": did you mean "markdownlang"? `agmark rules` lists all rules
        exit 2
    "#]]
    .assert_eq(&concise(&folder, &["--ignore", "markdownlan/*"]));
}

#[test]
fn quiet_prints_findings_only() {
    let folder = Folder::of(&[("a.agd", THREE), ("plain.md", "# Notes\n")]);
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        a.agd:2:1: hint: white space on a blank line [agd/whitespace-line]
        exit 1
    "#]]
    .assert_eq(&concise(&folder, &["--quiet", "a.agd", "plain.md"]));
    let clean = Folder::of(&[("a.agd", "@p x\n")]);
    assert_eq!(clean.run(&["check", "-q"]).to_string(), "exit 0\n");
}

#[test]
fn statistics_count_the_findings_of_each_rule() {
    let folder = Folder::of(&[("a.agd", THREE), ("b.agd", "@p x\n  \n@p y\n")]);
    let table = folder.run(&["check", "--statistics"]);
    let lines: Vec<&str> = table.out.lines().collect();
    let starts =
        ["2  agd/whitespace-line  ", "1  agd/unknown-tag      ", "2 files checked: 1 error, 2 hints; "];
    assert!(
        lines.len() == 3 && lines.iter().zip(starts).all(|(line, start)| line.starts_with(start)),
        "{table}"
    );
    let json = folder.run(&["check", "--statistics", "--output-format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let first = &json["statistics"][0];
    assert_eq!(
        (&first["code"], &first["count"], &first["fixable"]),
        (&"agd/whitespace-line".into(), &2.into(), &2.into())
    );
    expect![[r#"
        2> error: --statistics needs --output-format `full`, `concise` or `json`
        exit 2
    "#]]
    .assert_eq(&folder.run(&["check", "--statistics", "--output-format", "sarif"]).to_string());
}

#[test]
fn unsafe_fixes_are_applied_only_when_asked_for() {
    let folder = Folder::of(&[("a.agd", THREE)]);
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        a.agd:2:1: hint: white space on a blank line [agd/whitespace-line]
        1 file checked: 1 error, 1 hint; 2 fixable with --fix --unsafe-fixes; `agmark explain RULE` explains a rule
        exit 1
    "#]].assert_eq(&concise(&folder, &["--unsafe-fixes"]));
    assert_eq!(folder.read("a.agd"), THREE, "nothing is written without --fix");
    expect![[r#"
        a.agd:1:1: error: unknown tag "@h5": did you mean "h4"? [agd/unknown-tag]
        1 file checked: 1 error; 1 fixed in 1 file; `agmark explain RULE` explains a rule
        exit 1
    "#]]
    .assert_eq(&concise(&folder, &["--fix"]));
    assert_eq!(folder.read("a.agd"), "@h5 one\n\n@p see [#nothing]\n");
    expect![[r#"
        1 file checked: no findings; 1 fixed in 1 file, 1 of them with unsafe fixes: review the changes
        exit 0
    "#]]
    .assert_eq(&concise(&folder, &["--fix", "--unsafe-fixes"]));
    assert_eq!(folder.read("a.agd"), "@h4 one\n\n@p see [#nothing]\n");
}

#[test]
fn unsafe_fixes_of_standard_input_are_applied() {
    let folder = Folder::of(&[]);
    let args = ["check", "--fix", "--unsafe-fixes", "--stdin-path", "x.agd", "-"];
    let ran = folder.run_with(&args, b"@h5 one\n");
    assert_eq!(ran.out, "@h4 one\n");
    assert!(ran.err.contains("1 of them with unsafe fixes: review the changes"), "{ran}");
}

#[test]
fn only_selected_rules_are_fixed() {
    let folder = Folder::of(&[("a.agd", "@! agmark: allow bad-key\n@p x\n  \n@p y\n")]);
    folder.run(&["check", "--fix", "--select", "agd/whitespace-line"]);
    assert_eq!(folder.read("a.agd"), "@! agmark: allow bad-key\n@p x\n\n@p y\n");
}

#[test]
fn color_is_always_or_never() {
    let folder = Folder::of(&[("a.agd", THREE)]);
    for command in [&["check"][..], &["rules"], &["explain", "agd/unknown-tag"]] {
        let colored = |when: &str| {
            let args = [command, &["--color", when]].concat();
            folder.run(&args).out.contains('\u{1b}')
        };
        assert_eq!(["always", "never", "auto"].map(colored), [true, false, false], "{command:?}");
    }
    assert!(folder.run(&["--color", "always", "rules"]).out.contains('\u{1b}'), "before the command, too");
    assert_eq!(folder.run(&["check", "--color", "sometimes"]).code, 2);
}

#[test]
fn watch_checks_again_after_a_change() {
    let folder = Folder::of(&[("a.agd", "@p x\n"), (".git/HEAD", "")]);
    let mut command = folder.command(&["check", "--watch", "--output-format", "concise"]);
    // Both streams are one, so that their lines arrive in order.
    let (reader, writer) = std::io::pipe().unwrap();
    let mut child = command.stdout(writer.try_clone().unwrap()).stderr(writer).spawn().unwrap();
    drop(command);
    let (send, lines) = mpsc::channel();
    std::thread::spawn(move || {
        BufReader::new(reader).lines().map_while(Result::ok).for_each(|line| _ = send.send(line));
    });
    let until = |wanted: &str| {
        let mut seen = Vec::new();
        while !seen.last().is_some_and(|line: &String| line.contains(wanted)) {
            let line = lines.recv_timeout(LONG);
            seen.push(line.unwrap_or_else(|_| panic!("no line with \"{wanted}\" after {seen:#?}")));
        }
        assert!(!seen.concat().contains('\u{1b}'), "the screen is cleared on a terminal only: {seen:?}");
    };
    until("1 file checked: no findings");
    until("waiting for changes");
    folder.write("a.agd", b"@h5 x\n");
    until("[agd/unknown-tag]");
    until("waiting for changes");
    folder.write("agmark.toml", b"[rules]\n\"agd/unknown-tag\" = \"off\"\n");
    until("1 file checked: no findings");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn watch_needs_files() {
    let ran = Folder::of(&[]).run(&["check", "--watch", "-"]);
    assert_eq!(ran.to_string(), "2> error: --watch needs files: standard input cannot be watched\nexit 2\n");
}

/// `--json` and `--format` stay because the original programs have them.
#[test]
fn output_format_is_one_word_everywhere() {
    let folder = Folder::of(&[
        ("a.agd", "@h1 One [#one]\n@p See [#one]. [#two]\n"),
        ("a.anml", "main\n"),
        ("a.html", "<form></form>\n"),
    ]);
    let same = |command: &[&str], old: &[&str], new: &[&str]| {
        let [old, new] = [old, new].map(|flags| folder.run(&[command, flags].concat()).to_string());
        assert_eq!(old, new, "{command:?}");
        assert!(!new.contains("exit 2"), "{command:?}: {new}");
    };
    let json = ["--output-format", "json"];
    for command in [
        &["rules"][..],
        &["agd", "ids", "a.agd"],
        &["agd", "get", "a.agd", "one"],
        &["agd", "search", "a.agd", "See"],
        &["agd", "backlinks", "a.agd", "one"],
        &["agd", "parse", "a.agd"],
        &["anml", "parse", "a.anml"],
    ] {
        same(command, &["--json"], &json);
    }
    same(&["aaf-lint"], &["--format", "json"], &json);
    for flag in ["--write", "-i", "--in-place"] {
        folder.write("b.agd", b"@p   x\n");
        assert_eq!(folder.run(&["agd", "format", flag, "b.agd"]).code, 0, "{flag}");
        assert_eq!(folder.read("b.agd"), "@p x\n", "{flag}");
    }
}
