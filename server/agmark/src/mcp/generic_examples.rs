//! Examples of the tools for all formats. They are tests: they run on the workspace of the documentation's tests.

use agmark_mcp::Example;
use agmark_mcp::tool_table::ToolExamples;

/// Each with the tool's name. A model is shown the first example.
pub const ALL: &[ToolExamples] = &[
    (
        "outline",
        &[
            example("the elements of a document", r#"{"path":"notes.agd"}"#, "3 #done p\n"),
            example("all documents", "{}", "fees.agd agd 2\n"),
            example(
                "below one element",
                r#"{"path":"notes.agd","name":"notes","levels":3}"#,
                "1 Notes #notes +2",
            ),
        ],
    ),
    (
        "search",
        &[
            example(
                "text in all documents",
                r#"{"query":"night costs"}"#,
                "fees.agd:3 [#night] @p A night costs ten.",
            ),
            example("names of elements", r#"{"query":"table","names":true}"#, "agent-manifest.json:"),
        ],
    ),
    (
        "get",
        &[
            example(
                "two blocks by id",
                r##"{"path":"notes.agd","names":["#done","#open"]}"##,
                "notes.agd:3-3 done:",
            ),
            example(
                "one action, with its uses",
                r#"{"path":"site/index.html","names":"member.join","backlinks":true}"#,
                "<form",
            ),
            example(
                "the block on a line, with neighbours",
                r#"{"path":"notes.agd","names":"L3","neighbours":1}"#,
                "↓ notes.agd:5",
            ),
        ],
    ),
    (
        "check",
        &[
            example("one document", r#"{"path":"notes.agd"}"#, "notes.agd: no findings\n"),
            example("errors in all documents", r#"{"errors":true}"#, "no findings in "),
        ],
    ),
    (
        "fix",
        &[
            example("all automatic fixes", r#"{"path":"notes.agd"}"#, "notes.agd: 0 fixed, 0 left\n"),
            example("without writing", r#"{"path":"notes.agd","preview":true}"#, "nothing was written"),
        ],
    ),
    (
        "format",
        &[
            example(
                "one document",
                r#"{"path":"notes.agd"}"#,
                "0 files formatted, 1 already in canonical form\n",
            ),
            example("a folder, without writing", r#"{"path":"docs","preview":true}"#, "would be formatted"),
        ],
    ),
    (
        "explain",
        &[
            example("one rule", r#"{"rule":"agd/duplicate-id"}"#, "agd/duplicate-id (error)"),
            example("the rules of a format", r#"{"rule":"anml","limit":3}"#, "left out"),
        ],
    ),
    (
        "references",
        &[example("definition and uses of an id", r#"{"name":"done"}"#, "notes.agd:3 defines @p Something")],
    ),
    (
        "rename",
        &[
            example(
                "an id in all documents",
                r#"{"name":"done","to":"finished","path":"notes.agd"}"#,
                "done → finished: 1 place in 1 file renamed\n",
            ),
            example("only counted", r#"{"name":"open","to":"later","preview":true}"#, "would be renamed"),
        ],
    ),
];

const fn example(title: &'static str, input: &'static str, answer: &'static str) -> Example {
    Example { title, input, answer }
}
