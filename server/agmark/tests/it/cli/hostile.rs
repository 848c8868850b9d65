//! File names and texts of others never steer the terminal.

use crate::support::Folder;

pub const NAME: &str = "a\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\nb.agd";

/// Whether a terminal would obey something in a text.
fn steers(text: &str) -> bool {
    text.contains(|c: char| {
        (c.is_control() && c != '\n' && c != '\t') || ('\u{202a}'..='\u{202e}').contains(&c)
    })
}

/// Fails if what a command prints steers the terminal.
pub fn is_escaped(folder: &Folder, args: &[&str]) {
    let ran = folder.run(args);
    assert!(!steers(&ran.out) && !steers(&ran.err), "{args:?}: {:?}", ran.out + &ran.err);
}

#[test]
fn an_argument_is_escaped_where_it_is_refused() {
    let folder = Folder::of(&[]);
    let hostile = "a\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}";
    let option = format!("--{hostile}");
    let all: &[&[&str]] = &[
        &[hostile],
        &["agd", hostile],
        &["check", &option],
        &["check", "--output-format", hostile],
        &["setup", hostile],
        &["completions", hostile],
        &["anml", "view", "x.anml", "--filter", hostile],
    ];
    for args in all {
        let ran = folder.run(args);
        assert!(ran.code == 2 && !steers(&ran.err) && ran.err.contains("2J"), "{args:?}: {:?}", ran.err);
        let mut command = folder.command(args);
        let coloured = command.env("CLICOLOR_FORCE", "1").output().unwrap();
        let text = String::from_utf8_lossy(&coloured.stderr);
        assert!(!text.contains(['\u{7}', '\u{9b}', '\u{202e}']) && !text.contains("\u{1b}]"), "{text:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_file_name_is_escaped_wherever_it_is_printed() {
    let folder = Folder::of(&[(NAME, "@h5 x [#a]\n@p one [#a]\n@p [x](#none)\n"), ("x.html", "<p>x</p>\n")]);
    for format in ["full", "concise", "github", "agent", "json", "sarif"] {
        let ran = folder.run(&["check", "--output-format", format]);
        assert!(
            ran.code == 1 && !steers(&ran.out) && !steers(&ran.err),
            "{format}: {:?}",
            ran.out + &ran.err
        );
        let lines = ran.out.lines().filter(|line| line.contains("b.agd")).count();
        assert!(lines > 0, "{format}: {}", ran.out);
    }
    let colour = ["full", "concise"].map(|format| {
        let mut command = folder.command(&["check", "--output-format", format]);
        let ran = command.env("CLICOLOR_FORCE", "1").output().unwrap();
        String::from_utf8_lossy(&ran.stdout).into_owned()
    });
    for text in colour {
        assert!(
            !text.contains("\u{1b}]") && !text.contains('\u{9b}') && !text.contains('\u{202e}'),
            "{text:?}"
        );
    }
    let gone = format!("gone-{NAME}");
    let all: &[&[&str]] = &[
        &["fmt"],
        &["fmt", "--check", NAME],
        &["fmt", "--diff", NAME],
        &["check", &gone],
        &["fmt", &gone],
        &["check", NAME, "x.html"],
        &["config", "--file", NAME],
        &["agd", "validate", NAME],
        &["agd", "format", "--check", NAME],
        &["agd", "edit", "-i", &gone, "--op", "{}"],
        &["agd", "ids", &gone],
        &["anml", "parse", &gone],
        &["anml", "tokens", &gone],
        &["aaf", "manifest", &gone],
        &["aaf-lint", NAME],
        &["markdownlang", "convert", &gone],
        &["markdownlang", "-program", &gone],
    ];
    all.iter().for_each(|args| is_escaped(&folder, args));
}
