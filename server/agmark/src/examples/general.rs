//! The commands for all formats.

use super::example::CommandExamples;

pub const ALL: &[CommandExamples] = &[
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
        "mcp",
        [
            (
                "agmark mcp",
                "Serve the files of this folder; an agent is connected to standard input and output",
            ),
            ("agmark mcp --root docs --read-only", "Serve the folder docs to an agent that must not write"),
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
];
