//! What `agmark.toml` sets for formats, from the command line.

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

#[test]
fn paths_stay_in_the_folder_of_the_file() {
    for (text, expected) in [
        (
            "include = [\"vendor\", \"/etc\"]\n",
            "1:22: \"/etc\" is an absolute path: write it relative to the folder, as in \"./drafts\"",
        ),
        (
            "exclude = [\"../x\"]\n",
            "1:12: \"../x\" leads out of the folder: write it in an agmark.toml further up",
        ),
        (
            "[[overrides]]\nfiles = [\"C:\\\\x\"]\n",
            "2:10: \"C:\\x\" is an absolute path: write it relative to the folder, as in \"./drafts\"",
        ),
        (
            "exclude = [\"{a,/etc}/x\"]\n",
            "1:12: \"{a,/etc}/x\" is an absolute path: write it relative to the folder, as in \"./drafts\"",
        ),
    ] {
        let folder = Folder::of(&[("bad/agmark.toml", text), ("bad/a.garyml", ""), ("good.garyml", TASK)]);
        let ran = folder.run(&["check", "."]);
        assert_eq!(ran.err, format!("error: bad/agmark.toml:{expected}\n"));
        assert!(ran.out.starts_with("1 file checked") && ran.code == 2, "{ran}");
    }
}

/// A folder with the name of the settings file is an error that stops only its own folder.
#[cfg(unix)]
#[test]
fn what_is_no_file_is_an_error() {
    let folder = Folder::of(&[
        ("folder/agmark.toml/x", ""),
        ("folder/a.garyml", TASK),
        ("pipe/a.garyml", TASK),
        ("device/a.garyml", TASK),
        ("nowhere/a.garyml", TASK),
        ("good/a.garyml", TASK),
    ]);
    let at = |name: &str| folder.path().join(name);
    let made = std::process::Command::new("mkfifo").arg(at("pipe/agmark.toml")).status();
    assert!(made.is_ok_and(|made| made.success()));
    std::os::unix::fs::symlink("/dev/zero", at("device/agmark.toml")).unwrap();
    std::os::unix::fs::symlink("gone.toml", at("nowhere/agmark.toml")).unwrap();
    expect![[r#"
        1 file checked: no findings
        2> error: device/agmark.toml: not a regular file: replace it with a file of settings, or remove it
        2> error: folder/agmark.toml: not a regular file: replace it with a file of settings, or remove it
        2> error: nowhere/agmark.toml: broken link: create the file or remove the link
        2> error: pipe/agmark.toml: not a regular file: replace it with a file of settings, or remove it
        exit 2
    "#]]
    .assert_eq(&folder.run(&["check", "."]).to_string());
}

const MONEY: &str =
    "export const Pay = () => <MoneyForm onSubmit={payInvoice}><Money name=\"sum\" /></MoneyForm>;\n";

/// A table says what a folder's own components become, an option comes before it.
#[test]
fn components_of_a_folder_become_elements() {
    let folder = Folder::of(&[
        ("a/agmark.toml", "[aaf.components]\nMoney = \"input\"\n\"money-form\" = \"form\"\n"),
        ("a/Pay.tsx", MONEY),
        ("b/Pay.tsx", MONEY),
    ]);
    let run = |args: &[&str]| folder.run(&[&["aaf", "annotate", "--no-manifest", "--diff"], args].concat());
    let all = run(&["a", "b"]).out;
    assert!(all.contains("+++ b/a/Pay.tsx") && !all.contains("b/b/Pay.tsx"), "{all}");
    assert!(all.contains("data-agent-field=\"sum\""), "{all}");
    let other = run(&["a", "--component", "Money=button"]).out;
    assert!(other.contains("invoice.pay") && !other.contains("data-agent-field"), "{other}");
    folder.write("a/agmark.toml", b"[aaf.components]\nMoney = \"imput\"\n");
    expect![[r#"
        nothing to annotate
        2> error: a/agmark.toml:2:9: "Money" cannot be "imput": did you mean "input"? Allowed: "input", "select", "textarea", "button", "form", "a" and "table"
        exit 2
    "#]]
    .assert_eq(&folder.run(&["aaf", "annotate", "--no-manifest", "a"]).to_string());
}

const FIELD: &str = "export const Pay = () => (\n  <form data-agent-kind=\"action\" data-agent-action=\"invoice.pay\">\n    <Money name=\"sum\" />\n  </form>\n);\n";

/// An audit counts them, too, and so does a check.
#[test]
fn components_count_in_an_audit() {
    let folder = Folder::of(&[("Pay.tsx", FIELD)]);
    let audit = || folder.run(&["aaf-lint", "--audit", "Pay.tsx"]).out;
    assert!(audit().contains("FIELDS     N/A"), "{}", audit());
    folder.write("agmark.toml", b"[aaf.components]\nMoney = \"input\"\n");
    assert!(audit().contains("FIELDS     0/100"), "{}", audit());
}

const DELETE: &str = "export const A = () => (\n  <form data-agent-kind=\"action\" data-agent-action=\"account.delete\">\n    <Trash data-agent-kind=\"action\" data-agent-action=\"account.delete.submit\">Delete the account</Trash>\n  </form>\n);\n";

#[test]
fn components_count_in_a_check() {
    let folder = Folder::of(&[("A.tsx", DELETE)]);
    assert!(folder.run(&["check", "A.tsx"]).out.contains("action \"account.delete.submit\" says \"delete\""));
    folder.write("agmark.toml", b"[aaf.components]\nTrash = \"button\"\n");
    assert!(folder.run(&["check", "A.tsx"]).out.contains("button \"Delete the account\" says \"delete\""));
}
