//! Two worked examples for the long help of each command.

mod aaf;
mod agd;
mod anml;
mod example;
mod garyml;
mod general;
mod markdownlang;

use std::fmt::Write;

use example::{CommandExamples, Example};

/// All tables. A command with subcommands shows the first examples of the first two.
const TABLES: &[&[CommandExamples]] =
    &[general::ALL, aaf::ALL, anml::ALL, agd::ALL, garyml::ALL, markdownlang::ALL];

fn all() -> impl Iterator<Item = &'static CommandExamples> {
    TABLES.iter().copied().flatten()
}

/// The part of the long help that shows the examples of a command, after its notes.
pub fn after(command: &str, notes: &str) -> String {
    let own = all().find(|(name, _)| *name == command).map(|(_, examples)| examples.to_vec());
    let of_subcommands = || {
        let below = all().filter(|(name, _)| name.split(' ').next() == Some(command) || command.is_empty());
        below.take(2).map(|(_, [first, _])| *first).collect()
    };
    let examples: Vec<Example> = own.unwrap_or_else(of_subcommands);
    let mut text = notes.to_owned();
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str("Examples:");
    for (line, what) in examples {
        let _ = write!(text, "\n  {line}\n      {what}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    use crate::cli;

    /// Calls `each` with every command that help shows, and the words that lead to it.
    fn walk(command: &clap::Command, path: &str, each: &mut dyn FnMut(&str, &clap::Command)) {
        each(path, command);
        for below in command.get_subcommands().filter(|c| !c.is_hide_set() && c.get_name() != "help") {
            walk(below, format!("{path} {}", below.get_name()).trim(), each);
        }
    }

    #[test]
    fn the_long_help_of_every_command_has_two_examples() {
        let mut command = cli::Cli::command();
        command.build();
        let mut number = 0;
        walk(&command, "", &mut |path, command| {
            number += 1;
            let help = command.clone().render_long_help().to_string();
            let examples = help.split_once("Examples:\n").map_or("", |(_, examples)| examples);
            let lines = examples.lines().filter(|line| line.trim_start().starts_with("agmark ")).count();
            assert_eq!(lines, 2, "`agmark {path} --help` must have two examples:\n{help}");
        });
        assert!(number > 40, "{number} commands");
    }

    #[test]
    fn every_example_parses_and_belongs_to_a_command() {
        let mut names = Vec::new();
        let mut command = cli::Cli::command();
        command.build();
        walk(&command, "", &mut |path, _| names.push(path.to_owned()));
        for (name, examples) in all() {
            assert!(names.iter().any(|known| known == name), "no command \"{name}\"");
            for (line, what) in examples {
                let words = words(line);
                match cli::Cli::command().try_get_matches_from(&words) {
                    Ok(_) => {}
                    Err(error) => assert!(!error.use_stderr(), "{line}: {error}"),
                }
                assert!(!what.is_empty() && !what.ends_with('.'), "{line}: {what}");
            }
        }
    }

    /// The arguments of a command line as a shell reads them: single quotes, and no redirections.
    fn words(line: &str) -> Vec<String> {
        let command = line.split([" > ", " < "][usize::from(line.contains(" < "))]).next().unwrap_or("");
        let mut words = Vec::new();
        for (index, part) in command.split('\'').enumerate() {
            if index % 2 == 1 {
                words.push(part.to_owned());
            } else {
                words.extend(part.split_whitespace().map(str::to_owned));
            }
        }
        words
    }
}
