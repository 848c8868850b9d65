//! The commands of `agmark garyml`.

use super::example::CommandExamples;

pub const ALL: &[CommandExamples] = &[
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
];
