//! The program under its other names: each is a subcommand of its own.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::LazyLock;

use crate::aaf_lint;

/// The names, which are those of the subcommands that they stand for.
const NAMES: &[&str] = &["agd", aaf_lint::NAME, MARKDOWNLANG];

const MARKDOWNLANG: &str = "markdownlang";

/// The commands for programs under the name of the program itself.
const FULL: &str = "agmark markdownlang";

/// The program's own name.
pub const OWN: &str = "agmark";

/// All names that the program may have.
pub fn all() -> Vec<&'static str> {
    [&[OWN], NAMES].concat()
}

/// The arguments of a process, as if the program had been started as `agmark`.
pub fn arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let own = arguments.first().and_then(|program| NAMES.iter().find(|name| is(program, name)));
    if let Some(name) = own {
        arguments.splice(..1, [OsString::from("agmark"), OsString::from(name)]);
    }
    arguments
}

/// Whether a program was started under a name.
pub fn is(program: &OsStr, name: &str) -> bool {
    let file = Path::new(program).file_name().and_then(OsStr::to_str).unwrap_or_default();
    file == name || file.strip_suffix(".exe") == Some(name)
}

/// What the commands for programs are called by whoever started this process: `markdownlang` under that name.
pub fn markdownlang() -> &'static str {
    static LINKED: LazyLock<bool> =
        LazyLock::new(|| std::env::args_os().next().is_some_and(|program| is(&program, MARKDOWNLANG)));
    if *LINKED { MARKDOWNLANG } else { FULL }
}

/// A text that names the commands for programs as this process was started.
pub fn renamed(text: &str) -> Cow<'_, str> {
    match markdownlang() {
        FULL => Cow::Borrowed(text),
        own => Cow::Owned(text.replace(FULL, own)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_name_is_a_subcommand() {
        let as_if = |words: &[&str]| arguments(words.iter().map(OsString::from).collect());
        assert_eq!(as_if(&["/usr/bin/agd", "ids", "x"]), ["agmark", "agd", "ids", "x"]);
        assert_eq!(as_if(&["aaf-lint.exe", "--audit", "x"]), ["agmark", "aaf-lint", "--audit", "x"]);
        assert_eq!(as_if(&["markdownlang", "-h"]), ["agmark", "markdownlang", "-h"]);
        assert_eq!(as_if(&["./agmark", "agd"]), ["./agmark", "agd"]);
        assert_eq!(as_if(&["agdd"]), ["agdd"]);
        assert!(as_if(&[]).is_empty());
    }
}
