//! `AGMARK_LOG`: each command tells on standard error what it does.

use crate::support::{Folder, Ran};

fn logged(folder: &Folder, level: &str, args: &[&str]) -> Ran {
    let mut command = folder.command(args);
    command.env("AGMARK_LOG", level).env("HOME", folder.path()).env("NO_COLOR", "1").env("PATH", "");
    command
        .env("XDG_DATA_HOME", folder.path().join("data"))
        .env("XDG_CONFIG_HOME", folder.path().join("config"));
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

const PROGRAM: &str = "---\nname: greet\ndescription: Greets\ninput: { type: object, properties: {} }\n\
                       output: { type: object, properties: { text: { type: string } } }\n---\nSay hello.\n";

/// A command, and what its log says.
const COMMANDS: &[(&[&str], &[&str])] = &[
    (&["check", "."], &["walked ", "5 files to look at", "a.agd: read as AGD", "a.agd: 1 finding, with "]),
    (&["check", "--fix", "c.agd"], &["c.agd: 1 finding fixed", "c.agd: written with its fixes"]),
    (&["fmt", "--check", "b.agd"], &["b.agd: needs formatting"]),
    (&["fmt", "b.agd"], &["b.agd: needs formatting", "b.agd: written"]),
    (&["aaf-lint", "--audit", "page.html"], &["auditing ", "page.html: "]),
    (&["markdownlang", "run", "-dry-run", "-program", "greet.md"], &["loaded the program ", "greet.md"]),
    (&["setup", "emacs"], &["changes to make, home is ", "writing ", "agmark.el"]),
];

fn folder() -> Folder {
    Folder::of(&[
        ("agmark.toml", ""),
        ("a.agd", "@p One. [#x]\n\n@p Two. [#x]\n"),
        ("b.agd", "@p   One.\n"),
        ("c.agd", "@! agmark: allow duplicate-id\n@p One. [#x]\n"),
        ("page.html", "<form><input name=\"a\"></form>\n"),
        ("greet.md", PROGRAM),
    ])
}

#[test]
fn each_command_logs_its_steps() {
    let folder = folder();
    for (args, steps) in COMMANDS {
        let ran = logged(&folder, "debug", args);
        assert!(ran.err.contains("agmark 0."), "{args:?}: no log:\n{ran}");
        for step in *steps {
            assert!(ran.err.contains(step), "{args:?} does not log \"{step}\":\n{ran}");
        }
    }
}

#[test]
fn nothing_is_logged_unasked() {
    let folder = folder();
    for (args, _) in COMMANDS {
        let ran = logged(&folder, "off", args);
        assert!(!ran.err.contains("DEBUG"), "{args:?}:\n{ran}");
    }
}

#[test]
fn the_log_holds_no_key_and_no_escapes() {
    let folder = folder();
    folder.write("\u{1b}[31m.agd", b"@p x\n");
    let key = "sk-secret-of-the-tests";
    let args = ["markdownlang", "run", "-dry-run", "-api-key", key, "-program", "greet.md"];
    let ran = logged(&folder, "debug", &args);
    assert!(!ran.err.contains(key), "{ran}");
    let ran = logged(&folder, "debug", &["check", "."]);
    assert!(!ran.err.contains('\u{1b}'), "{ran}");
}
