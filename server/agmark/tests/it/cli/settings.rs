//! What `agmark.toml` sets for formats, from the command line.

use expect_test::expect;

use crate::support::Folder;

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
        let folder = Folder::of(&[("bad/agmark.toml", text), ("bad/a.agd", ""), ("good.agd", "")]);
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
        ("folder/a.agd", ""),
        ("pipe/a.agd", ""),
        ("device/a.agd", ""),
        ("nowhere/a.agd", ""),
        ("good/a.agd", ""),
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
