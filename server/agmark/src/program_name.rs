//! The other names of the program: each is the name of a subcommand.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::LazyLock;

/// The names, each with the subcommand that it is for.
const NAMES: &[(&str, &[&str])] = &[
    ("agd", &["agd"]),
    ("agdd", &["agd", "daemon"]),
    (AAF_LINT, &[AAF_LINT]),
    (MARKDOWNLANG, &[MARKDOWNLANG]),
];

const MARKDOWNLANG: &str = "markdownlang";

pub const AAF_LINT: &str = "aaf-lint";

/// The commands for programs under the name of the program itself.
const FULL: &str = "agmark markdownlang";

/// The program's own name.
pub const OWN: &str = "agmark";

/// All names of the program.
pub fn all() -> Vec<&'static str> {
    std::iter::once(OWN).chain(NAMES.iter().map(|(name, _)| *name)).collect()
}

/// The words of the subcommand that a name of the program is for. The program's own name has none.
pub fn subcommand(name: &str) -> &'static [&'static str] {
    NAMES.iter().find(|(known, _)| *known == name).map_or(&[], |(_, words)| words)
}

/// The arguments of a process, as if the program had been started as `agmark`.
pub fn arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
    let own = arguments.first().and_then(|program| NAMES.iter().find(|(name, _)| is(program, name)));
    if let Some((_, words)) = own {
        // The reference implementations of some of these take it so.
        if let Some(asked) = arguments.get_mut(1).filter(|first| *first == "-version") {
            *asked = OsString::from("--version");
        }
        arguments.splice(..1, [OWN].iter().chain(*words).map(OsString::from));
    }
    arguments
}

/// Takes the global options out that come before a subcommand, or directly after one of [`NAMES`].
pub fn take_global_options(arguments: &mut Vec<OsString>) -> Vec<OsString> {
    let mut taken = Vec::new();
    let mut at = 1;
    while let Some(argument) = arguments.get(at) {
        let argument = argument.to_string_lossy();
        let count = match &*argument {
            "--color" => 2,
            "-q" | "--quiet" => 1,
            other if other.starts_with("--color=") => 1,
            other if at == 1 && NAMES.iter().any(|(name, _)| *name == other) => {
                at = 2;
                continue;
            }
            _ => break,
        };
        let end = arguments.len().min(at + count);
        taken.extend(arguments.drain(at..end));
    }
    taken
}

/// Whether a program was started under a name.
fn is(program: &OsStr, name: &str) -> bool {
    let file = Path::new(program).file_name().and_then(OsStr::to_str).unwrap_or_default();
    file == name || file.strip_suffix(".exe") == Some(name)
}

/// The name of the link by which this process was started.
fn linked() -> Option<&'static str> {
    static LINKED: LazyLock<Option<&'static str>> = LazyLock::new(|| {
        let program = std::env::args_os().next()?;
        NAMES.iter().map(|(name, _)| *name).find(|name| is(&program, name))
    });
    *LINKED
}

/// Whether this process was started as `aaf-lint`.
pub fn is_aaf_lint() -> bool {
    linked() == Some(AAF_LINT)
}

/// The name of the commands for programs in messages: `markdownlang` if the process was started by that name.
pub fn markdownlang() -> &'static str {
    if linked() == Some(MARKDOWNLANG) { MARKDOWNLANG } else { FULL }
}

/// A text that names commands as this process was started: `agmark agd ids` is `agd ids` under the name `agd`.
pub fn renamed(text: &str) -> Cow<'_, str> {
    linked().map_or(Cow::Borrowed(text), |name| Cow::Owned(under(name, text)))
}

fn under(name: &str, text: &str) -> String {
    // A version is printed with dashes.
    [" ", "-"].iter().fold(text.to_owned(), |text, between| {
        let words: Vec<&str> = std::iter::once(OWN).chain(subcommand(name).iter().copied()).collect();
        text.replace(&words.join(between), name)
    })
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
        assert_eq!(as_if(&["agdd", "--trim"]), ["agmark", "agd", "daemon", "--trim"]);
        assert_eq!(as_if(&["agdx"]), ["agdx"]);
        assert!(as_if(&[]).is_empty());
        assert_eq!(as_if(&["agd", "-version"]), ["agmark", "agd", "--version"]);
        assert_eq!(as_if(&["agd", "ids", "-version"]), ["agmark", "agd", "ids", "-version"]);
    }

    #[test]
    fn texts_name_the_link() {
        assert_eq!(under("agd", "Usage: agmark agd ids [OPTIONS]"), "Usage: agd ids [OPTIONS]");
        assert_eq!(under("agd", "agmark-agd 0.1.0"), "agd 0.1.0");
        assert_eq!(
            under("agdd", "agmark agd daemon --stream, agmark agd push"),
            "agdd --stream, agmark agd push"
        );
        assert_eq!(under("agd", "`agmark check`, agmark aaf-lint"), "`agmark check`, agmark aaf-lint");
    }
}
