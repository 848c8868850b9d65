//! The program under its other name, and flags as its first implementation wrote them.

use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name, and the subcommand that it stands for.
const NAME: &str = "markdownlang";

/// What is meant where no command is named.
const DEFAULT: &str = "run";

/// The arguments of a process, as if the program had been started as `agmark`: `markdownlang -program x` is
/// `agmark markdownlang run --program x`.
pub fn arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.first().is_some_and(|name| is_named(name)) {
        arguments.splice(..1, [OsString::from("agmark"), OsString::from(NAME)]);
    }
    if arguments.get(1).is_none_or(|command| command != NAME) {
        return arguments;
    }
    for argument in arguments.iter_mut().skip(2) {
        if let Some(long) = argument.to_str().and_then(long) {
            *argument = long.into();
        }
    }
    let bare = |first: &OsString| {
        let first = first.to_string_lossy();
        first.starts_with('-') && !matches!(&*first, "-h" | "--help" | "-V" | "--version")
    };
    if arguments.get(2).is_some_and(bare) {
        arguments.insert(2, DEFAULT.into());
    }
    arguments
}

/// `--flag` for `-flag` and `-flag=value`; nothing for what is no such flag.
fn long(argument: &str) -> Option<String> {
    let flag = argument.strip_prefix('-')?;
    let word = flag.split('=').next().unwrap_or(flag);
    let is_flag = word.len() > 1
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    is_flag.then(|| format!("--{flag}"))
}

fn is_named(name: &OsStr) -> bool {
    let stem = Path::new(name).file_name().and_then(OsStr::to_str).unwrap_or("");
    stem == NAME || stem.strip_suffix(".exe") == Some(NAME)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_if(line: &str) -> String {
        let words = line.split(' ').map(OsString::from).collect();
        arguments(words).iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_other_name_is_a_subcommand() {
        assert_eq!(as_if("/usr/bin/markdownlang agree"), "agmark markdownlang agree");
        assert_eq!(as_if("markdownlang.exe check a.md"), "agmark markdownlang check a.md");
        assert_eq!(as_if("markdownlangs x"), "markdownlangs x");
        assert_eq!(as_if("agmark fmt -program"), "agmark fmt -program");
        assert_eq!(as_if("markdownlang"), "agmark markdownlang");
        assert_eq!(as_if("markdownlang -h"), "agmark markdownlang -h");
    }

    #[test]
    fn flags_may_have_one_dash() {
        let meant = "agmark markdownlang run --program p.md --input - --base-url=http://h -- -5";
        assert_eq!(as_if("markdownlang -program p.md -input - -base-url=http://h -- -5"), meant);
        assert_eq!(as_if("agmark markdownlang run --program p.md -input - --base-url=http://h -- -5"), meant);
        assert_eq!(
            as_if("markdownlang -program p -input -5"),
            "agmark markdownlang run --program p --input -5"
        );
    }
}
