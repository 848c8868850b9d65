//! The commands of `agmark agd`.

use super::example::CommandExamples;

pub const ALL: &[CommandExamples] = &[
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
        "agd daemon",
        [
            ("agmark agd daemon --stream agd:doc:rules:ops", "Apply the operations for one document"),
            (
                "agmark agd daemon --documents 'agd:doc:*' --consumer agdd-2",
                "Share all documents with the other daemons of the group",
            ),
        ],
    ),
    (
        "agd push",
        [
            ("agmark agd push --stream agd:doc:rules:ops changes.jsonl", "Send the operations in a file"),
            (
                "agmark agd push --stream agd:doc:rules:ops changes.jsonl --wait",
                "Wait for the results, and exit with 1 if an operation was not applied",
            ),
        ],
    ),
    (
        "agd pull",
        [
            ("agmark agd pull agd:doc:rules", "Print a document"),
            ("agmark agd pull agd:doc:rules --output rules.agd", "Write it to a file"),
        ],
    ),
    (
        "agd seed",
        [
            ("agmark agd seed agd:doc:rules rules.agd", "Store a file as a new document"),
            ("agmark agd seed agd:doc:rules rules.agd --replace", "Replace the content of a document"),
        ],
    ),
    (
        "agd watch",
        [
            ("agmark agd watch agd:doc:rules", "Print a document and then its changes"),
            (
                "agmark agd watch agd:doc:rules --redis-url redis://10.0.0.5:6379/",
                "Do this on another machine",
            ),
        ],
    ),
    (
        "agd connect",
        [
            (
                "agmark agd connect agd:doc:rules",
                "Print a document as events in JSON, now and after each change",
            ),
            ("agmark agd connect agd:doc:rules --write", "Also save texts that an editor sends"),
        ],
    ),
];
