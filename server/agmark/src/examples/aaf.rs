//! The commands `agmark aaf-lint` and `agmark aaf`.

use super::example::CommandExamples;

pub const ALL: &[CommandExamples] = &[
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
];
