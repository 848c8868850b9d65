//! The program under its other name.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name, and the subcommand that it stands for.
const NAME: &str = "agd";

/// The arguments of a process, as if the program had been started as `agmark`.
pub fn arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
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
        let as_if = |words: &[&str]| arguments(words.iter().map(OsString::from).collect());
        assert_eq!(as_if(&["/usr/bin/agd", "ids", "x"]), ["agmark", "agd", "ids", "x"]);
        assert_eq!(as_if(&["agd.exe"]), ["agmark", "agd"]);
        assert_eq!(as_if(&["agmark", "agd"]), ["agmark", "agd"]);
        assert_eq!(as_if(&["agdd"]), ["agdd"]);
        assert!(as_if(&[]).is_empty());
    }
}
