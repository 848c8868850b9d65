//! Two worked examples for the long help of each command.

use std::fmt::Write;

/// A command line, and what it does.
type Example = (&'static str, &'static str);

/// The examples of each command. A command with subcommands shows the first examples of the first two.
const ALL: &[(&str, [Example; 2])] = &[
    (
        "check",
        [
            ("agmark check docs --fix", "Check the files below docs and apply the automatic fixes"),
            ("agmark check --select agd --watch", "Check the rules of AGD only, again after each change"),
        ],
    ),
    (
        "fmt",
        [
            ("agmark fmt docs", "Format the files below docs"),
            ("agmark fmt --check", "Name the files that are not formatted; exit with 1 if there are any"),
        ],
    ),
    (
        "explain",
        [
            ("agmark explain agd/duplicate-id", "Explain a rule by its code"),
            ("agmark explain unknown-role bare-state", "Explain two rules by their names"),
        ],
    ),
    (
        "rules",
        [
            ("agmark rules", "List all rules by format"),
            ("agmark rules --output-format json", "Print all rules with their help and examples as JSON"),
        ],
    ),
    (
        "lsp",
        [
            ("agmark lsp", "Start the server; an editor is connected to standard input and output"),
            ("agmark lsp --record session.jsonl", "Record the messages of the editor for a bug report"),
        ],
    ),
    (
        "config show",
        [
            ("agmark config show notes.agd", "Print the settings for a file and their origin"),
            ("agmark config show site/index.html", "Print the settings for a page"),
        ],
    ),
    (
        "config schema",
        [
            ("agmark config schema", "Print the JSON Schema of agmark.toml"),
            ("agmark config schema > agmark.schema.json", "Save it for an editor of TOML files"),
        ],
    ),
    (
        "demo",
        [
            ("agmark demo", "Play the demo in the terminal"),
            (
                "agmark demo --fast --keep demo",
                "Play it without pauses and keep the files in the folder demo",
            ),
        ],
    ),
    (
        "setup",
        [
            ("agmark setup vscode --print", "Show what would change for VS Code"),
            ("agmark setup neovim", "Set up Neovim"),
        ],
    ),
    (
        "version",
        [
            ("agmark version", "Print the version and the formats"),
            ("agmark --version", "Print the version only"),
        ],
    ),
    (
        "completions",
        [
            ("agmark completions bash > agmark.bash", "Write the completions for bash to a file"),
            ("agmark completions zsh agd > _agd", "Write those of the link agd for zsh"),
        ],
    ),
    (
        "aaf-lint",
        [
            ("agmark aaf-lint site", "Check the pages and manifests below site"),
            ("agmark aaf-lint --audit http://localhost:3000 --crawl", "Score all pages of a site"),
        ],
    ),
    (
        "aaf plan",
        [
            ("agmark aaf plan --manifest agent.json reply.txt", "Read the reply of a model from a file"),
            (
                "agmark aaf plan --manifest agent.json --page /orders < reply.txt",
                "Read it from standard input, for the page /orders",
            ),
        ],
    ),
    (
        "aaf prompt",
        [
            ("agmark aaf prompt --manifest agent.json", "Print the prompt for a site"),
            ("agmark aaf prompt --manifest agent.json --page /orders", "List the actions of /orders first"),
        ],
    ),
    (
        "aaf annotate",
        [
            ("agmark aaf annotate site --diff", "Print the changes as a diff"),
            ("agmark aaf annotate site --write", "Write the annotations to the files"),
        ],
    ),
    (
        "aaf manifest",
        [
            ("agmark aaf manifest site", "Write the manifest of the pages below site"),
            ("agmark aaf manifest site --output -", "Print it on standard output"),
        ],
    ),
    (
        "aaf resolve",
        [
            ("agmark aaf resolve join.html --action member.join", "Print the elements of an action"),
            (
                "agmark aaf resolve join.html --action member.join --field email --strict",
                "Print one field; fail if it is ambiguous",
            ),
        ],
    ),
    (
        "anml view",
        [
            ("agmark anml view page.anml --filter interactive", "Keep only what an agent can act on"),
            ("agmark anml view page.anml --depth 3 --budget 100", "Keep 3 levels and at most 100 lines"),
        ],
    ),
    (
        "anml diff",
        [
            ("agmark anml diff old.anml new.anml", "Print the changes from old.anml to new.anml"),
            ("agmark anml diff old.anml new.anml --exit-code", "Exit with 1 if there are changes"),
        ],
    ),
    (
        "anml patch",
        [
            ("agmark anml patch old.anml changes.anml", "Apply a diff to the snapshot that it was made from"),
            ("agmark anml patch - changes.anml < old.anml", "Read the snapshot from standard input"),
        ],
    ),
    (
        "anml from-aria",
        [
            ("agmark anml from-aria snapshot.yaml", "Convert the ARIA snapshot of a browser tool"),
            ("agmark anml from-aria - < snapshot.yaml", "Read it from standard input"),
        ],
    ),
    (
        "anml from-html",
        [
            ("agmark anml from-html page.html", "Convert a file without running its scripts"),
            ("agmark anml from-html https://example.com --render", "Convert a page as a browser renders it"),
        ],
    ),
    (
        "anml actions",
        [
            ("agmark anml actions login.anmla", "Check a script against login.anml"),
            ("agmark anml actions login.anmla --against page.anml", "Check it against another snapshot"),
        ],
    ),
    (
        "anml tokens",
        [
            ("agmark anml tokens page.anml", "Count the tokens of a document and its parts"),
            ("agmark anml tokens page.html page.anml", "Compare a page with its snapshot"),
        ],
    ),
    (
        "anml parse",
        [
            ("agmark anml parse page.anml", "Print the tree of a document as JSON"),
            ("agmark anml parse - < page.anml", "Read the document from standard input"),
        ],
    ),
    (
        "agd validate",
        [
            ("agmark agd validate notes.agd", "Check that a document parses"),
            ("agmark agd validate - < notes.agd", "Check the text on standard input"),
        ],
    ),
    (
        "agd parse",
        [
            ("agmark agd parse notes.agd", "Print one line per block"),
            ("agmark agd parse notes.agd --json", "Print the blocks as JSON"),
        ],
    ),
    (
        "agd format",
        [
            ("agmark agd format notes.agd --write", "Format a file"),
            ("agmark agd format notes.agd --check", "Exit with 1 if the file is not formatted"),
        ],
    ),
    (
        "agd convert",
        [
            ("agmark agd convert from-md notes.md --output notes.agd", "Convert Markdown to AGD"),
            ("agmark agd convert to-html notes.agd", "Print a document as HTML"),
        ],
    ),
    (
        "agd bench",
        [
            ("agmark agd bench notes.agd", "Count the tokens of a document and of other formats"),
            ("agmark agd bench --corpus 1000", "Count them for a generated document with 1000 blocks"),
        ],
    ),
    (
        "agd corpus",
        [
            ("agmark agd corpus --blocks 100", "Print a generated document with 100 blocks"),
            ("agmark agd corpus --seed 7 > corpus.agd", "Write another generated document to a file"),
        ],
    ),
    (
        "agd id",
        [
            ("agmark agd id notes.agd --add --write", "Add the missing ids to a file"),
            ("agmark agd id notes.agd --strip", "Print a document without its ids"),
        ],
    ),
    (
        "agd edit",
        [
            (
                "agmark agd edit notes.agd --op '{\"op\": \"delete\", \"id\": \"old\"}'",
                "Print the document without a block",
            ),
            ("agmark agd edit notes.agd --ops changes.jsonl --write", "Apply the operations in a file"),
        ],
    ),
    (
        "agd ref",
        [
            ("agmark agd ref notes.agd", "List the references of a document"),
            ("agmark agd ref notes.agd --check", "Exit with 1 if a reference has no target"),
        ],
    ),
    (
        "agd ids",
        [
            ("agmark agd ids notes.agd", "List the ids as a table of contents"),
            ("agmark agd ids notes.agd --levels 2 --titles", "List the headings of two levels with titles"),
        ],
    ),
    (
        "agd get",
        [
            ("agmark agd get notes.agd intro", "Print a block"),
            ("agmark agd get notes.agd intro --follow-refs --json", "Print it with its targets, as JSON"),
        ],
    ),
    (
        "agd search",
        [
            ("agmark agd search notes.agd tide --ignore-case", "Find the blocks that contain a word"),
            ("agmark agd search notes.agd 'v[0-9]+' --regex", "Find the blocks that match an expression"),
        ],
    ),
    (
        "agd backlinks",
        [
            ("agmark agd backlinks notes.agd intro", "List the blocks that refer to a block"),
            ("agmark agd backlinks notes.agd intro --json", "Print them as JSON"),
        ],
    ),
    (
        "agd traverse",
        [
            ("agmark agd traverse notes.agd intro", "List the targets of a block"),
            ("agmark agd traverse notes.agd intro --depth 3", "Follow references over three steps"),
        ],
    ),
    (
        "garyml parse",
        [
            ("agmark garyml parse task.garyml", "Print the tree of a document as JSON"),
            ("agmark garyml parse - < task.garyml", "Read the document from standard input"),
        ],
    ),
    (
        "garyml commands",
        [
            ("agmark garyml commands", "List the commands of all documents below the current directory"),
            ("agmark garyml commands task.garyml --json", "Print the commands of a document as JSON"),
        ],
    ),
    (
        "garyml prompt",
        [
            ("agmark garyml prompt task.garyml", "Print the prompt of a document as XML"),
            (
                "agmark garyml prompt task.garyml --command '.deploy env=prod'",
                "Print the prompt of one command",
            ),
        ],
    ),
    (
        "garyml apply",
        [
            (
                "agmark garyml apply task.garyml fix-login --dry-run",
                "Print the changes without applying them",
            ),
            ("agmark garyml apply task.garyml fix-login", "Apply the diff with this id"),
        ],
    ),
    (
        "markdownlang run",
        [
            (
                "agmark markdownlang run greet.md --input '{\"name\": \"Ada\"}'",
                "Run a program with an input; the key is read from OPENAI_API_KEY",
            ),
            ("agmark markdownlang run greet.md --dry-run", "Print the first request without calling a model"),
        ],
    ),
    (
        "markdownlang agree",
        [
            ("agmark markdownlang agree", "Accept the agreement before the first run"),
            ("agmark markdownlang run greet.md", "Then run a program"),
        ],
    ),
    (
        "markdownlang login",
        [
            ("agmark markdownlang login https://mcp.example.com/mcp", "Sign in to a server in the browser"),
            (
                "agmark markdownlang login https://mcp.example.com/mcp --no-browser",
                "Print the address of the sign-in page",
            ),
        ],
    ),
    (
        "markdownlang logout",
        [
            ("agmark markdownlang logout https://mcp.example.com/mcp", "Remove the sign-in for a server"),
            ("agmark markdownlang login https://mcp.example.com/mcp", "Sign in again"),
        ],
    ),
    (
        "markdownlang render",
        [
            ("agmark markdownlang render greet.md", "Print the prompt for a sample input"),
            ("agmark markdownlang render greet.md --input @input.json", "Print the prompt for an input"),
        ],
    ),
    (
        "markdownlang new",
        [
            ("agmark markdownlang new greet", "Write greet.md"),
            ("agmark markdownlang new programs/greet", "Write it into a folder"),
        ],
    ),
    (
        "markdownlang convert",
        [
            ("agmark markdownlang convert SKILL.md", "Print a skill as a program"),
            ("agmark markdownlang convert prompt.md --output greet.md", "Write a prompt as a program"),
        ],
    ),
];

/// The part of the long help that shows the examples of a command, after its notes.
pub fn after(command: &str, notes: &str) -> String {
    let own = ALL.iter().find(|(name, _)| *name == command).map(|(_, examples)| examples.to_vec());
    let of_subcommands = || {
        let below =
            ALL.iter().filter(|(name, _)| name.split(' ').next() == Some(command) || command.is_empty());
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
        for (name, examples) in ALL {
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
