//! The program under its other name.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name, and the subcommand that it stands for.
const NAME: &str = "aaf-lint";

/// What wrong usage ends with under that name.
const USAGE: i32 = 1;

/// Whether the program was started as `aaf-lint`.
pub fn is_own() -> bool {
    std::env::args_os().next().is_some_and(|name| is_named(&name))
}

/// The arguments of the process, as if the program had been started as `agmark`.
pub fn arguments() -> Vec<OsString> {
    renamed(std::env::args_os().collect())
}

/// Ends the program with what the arguments have wrong, or with the help that they ask for.
pub fn leave(error: &clap::Error) -> ! {
    if error.use_stderr() && is_own() {
        // Where there is nobody to tell, the code tells.
        let _ = error.print();
        std::process::exit(USAGE);
    }
    error.exit()
}

fn renamed(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.first().is_some_and(|name| is_named(name)) {
        arguments.splice(..1, [OsString::from("agmark"), OsString::from(NAME)]);
    }
    arguments
}

fn is_named(name: &OsStr) -> bool {
    let stem = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or("");
    stem == NAME || stem.strip_suffix(".exe") == Some(NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_other_name_is_a_subcommand() {
        let as_if = |arguments: &[&str]| {
            let renamed = renamed(arguments.iter().map(OsString::from).collect());
            renamed.iter().map(|one| one.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(as_if(&["/usr/bin/aaf-lint", "--audit", "x"]), "agmark aaf-lint --audit x");
        assert_eq!(as_if(&["aaf-lint.exe"]), "agmark aaf-lint");
        assert_eq!(as_if(&["./agmark", "aaf-lint"]), "./agmark aaf-lint");
        assert_eq!(as_if(&["aaf-linter"]), "aaf-linter");
        assert_eq!(as_if(&[]), "");
    }
}
