//! The program under its other names: what it says names the link.

use std::process::Command;

use crate::support::Folder;

const NAMES: [&str; 4] = ["agd", "agdd", "aaf-lint", "markdownlang"];

/// What a link with this name prints, and its exit code.
fn run(name: &str, args: &[&str]) -> (Option<i32>, String) {
    let folder = Folder::of(&[]);
    let link = folder.path().join(name);
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_agmark"), &link).unwrap();
    let output = Command::new(&link).args(args).current_dir(folder.path()).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn versions_are_those_of_the_name() {
    for name in NAMES {
        for flag in ["--version", "-V", "-version"] {
            let expected = format!("{name} {}\n", env!("CARGO_PKG_VERSION"));
            assert_eq!(run(name, &[flag]), (Some(0), expected), "{name} {flag}");
        }
    }
}

#[test]
fn usage_and_help_name_the_link() {
    for name in NAMES {
        for args in [&["--help"][..], &["--no-such-option"]] {
            let (_, said) = run(name, args);
            assert!(said.contains(&format!("Usage: {name}")), "{name} {args:?}:\n{said}");
            assert!(!said.contains(&format!("agmark {name}")), "{name} {args:?}:\n{said}");
        }
    }
}
