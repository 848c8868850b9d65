//! The flags of the reference implementation, which have one dash.

use std::ffi::OsString;

/// The command whose flags they are.
const NAME: &str = "markdownlang";

/// The command if none is named.
const DEFAULT: &str = "run";

/// The arguments with two dashes before each flag: `agmark markdownlang -program x` is
/// `agmark markdownlang run --program x`.
pub fn arguments(mut arguments: Vec<OsString>) -> Vec<OsString> {
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
        let is_flag = first.starts_with('-') && !matches!(&*first, "-h" | "--help" | "-V" | "--version");
        is_flag || first.ends_with(".md")
    };
    if arguments.get(2).is_some_and(bare) {
        arguments.insert(2, DEFAULT.into());
    }
    arguments
}

/// `--flag` for `-flag` and `-flag=value`; none for other arguments.
fn long(argument: &str) -> Option<String> {
    let flag = argument.strip_prefix('-')?;
    let word = flag.split('=').next().unwrap_or(flag);
    let is_flag = word.len() > 1
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    is_flag.then(|| format!("--{flag}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn as_if(line: &str) -> String {
        let words = line.split(' ').map(OsString::from).collect();
        arguments(words).iter().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn other_commands_are_left_alone() {
        assert_eq!(as_if("agmark markdownlang agree"), "agmark markdownlang agree");
        assert_eq!(as_if("agmark fmt -program"), "agmark fmt -program");
        assert_eq!(as_if("agmark markdownlang"), "agmark markdownlang");
        assert_eq!(as_if("agmark markdownlang -h"), "agmark markdownlang -h");
        assert_eq!(as_if("agmark markdownlang -version"), "agmark markdownlang --version");
        assert_eq!(as_if("agmark markdownlang check x.md"), "agmark markdownlang check x.md");
    }

    #[test]
    fn flags_may_have_one_dash() {
        let meant = "agmark markdownlang run --program p.md --input - --base-url=http://h -- -5";
        assert_eq!(as_if("agmark markdownlang -program p.md -input - -base-url=http://h -- -5"), meant);
        assert_eq!(as_if("agmark markdownlang run --program p.md -input - --base-url=http://h -- -5"), meant);
        assert_eq!(
            as_if("agmark markdownlang p.md -debug=false"),
            "agmark markdownlang run p.md --debug=false"
        );
        assert_eq!(
            as_if("agmark markdownlang -program p -input -5"),
            "agmark markdownlang run --program p --input -5"
        );
    }
}
