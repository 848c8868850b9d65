//! Prompts that a person starts a task with.

use agmark_mcp::{PromptInput, PromptText};

pub const ALL: &[PromptText] = &[
    PromptText {
        name: "write-document",
        title: "Write a document",
        description: "Writes a new document of a format and checks it.",
        arguments: &[
            input("format", "The format, for example AGD", true),
            input("path", "The file to write", true),
            input("subject", "What the document is about", true),
        ],
        text: "Write a {format} document about: {subject}\n\nRead the resource agmark://page/ with the page of the format \
               first. Write the document to {path}. Then call `check` with this path and repair all errors, with `fix` \
               where possible. Give an id to each part that others may refer to.",
    },
    PromptText {
        name: "repair",
        title: "Repair a document",
        description: "Repairs all findings of a document.",
        arguments: &[input("path", "The document", true)],
        text: "Call `check` with the path {path}. Apply automatic fixes with `fix`. For each other finding, call `explain` \
               with its rule, look at the element with `get`, and change only what the rule asks for. End when `check` \
               reports no findings, or say which ones need a decision.",
    },
    PromptText {
        name: "annotate-page",
        title: "Annotate a page for agents",
        description: "Adds AAF annotations to a page.",
        arguments: &[input("path", "The page", true)],
        text: "Annotate {path} for agents. Call `annotate` for proposals, look at each with `get`, and keep those that name \
               what the element does for a person. Then call `check`. Do not change what people see.",
    },
    PromptText {
        name: "summarize",
        title: "Summarize a document",
        description: "Summarizes a document from its outline.",
        arguments: &[
            input("path", "The document", true),
            input("question", "What the summary must answer", false),
        ],
        text: "Summarize {path}. {question}\nCall `outline` first and `get` only for the parts that you need. Name the id \
               of each part that you quote.",
    },
];

const fn input(name: &'static str, description: &'static str, required: bool) -> PromptInput {
    PromptInput { name, description, required }
}
