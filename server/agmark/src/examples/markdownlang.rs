//! The commands of `agmark markdownlang`.

use super::example::CommandExamples;

pub const ALL: &[CommandExamples] = &[
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
