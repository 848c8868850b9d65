//! The commands of `agmark anml`.

use super::example::CommandExamples;

pub const ALL: &[CommandExamples] = &[
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
];
