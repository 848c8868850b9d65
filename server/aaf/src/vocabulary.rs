//! The annotations: their purpose and their values.
//!
//! Hover, completion and the rules use these tables. A new attribute is a new row.

pub mod components;
pub mod namespaces;
pub mod patterns;
pub mod schema_org;

use patterns::Pattern;

/// The prefix of all annotations.
pub const PREFIX: &str = "data-agent-";

/// The type of a script that contains the manifest of a page.
pub const MANIFEST_TYPE: &str = "application/agent+json";

/// An annotation.
#[derive(Debug, PartialEq)]
pub struct Attribute {
    /// The name without [`PREFIX`].
    pub name: &'static str,
    /// One or two sentences, Markdown.
    pub docs: &'static str,
    pub values: Values,
}

/// The values that an attribute takes.
#[derive(Debug, PartialEq)]
pub enum Values {
    /// One of these words.
    OneOf(&'static [Word]),
    /// A text that matches a pattern.
    Like(Pattern),
    /// Any text, or none.
    Any,
}

/// A value from a fixed set.
#[derive(Debug, PartialEq)]
pub struct Word {
    pub word: &'static str,
    pub docs: &'static str,
    /// Other words that users write for it.
    pub also: &'static [&'static str],
}

const fn word(word: &'static str, docs: &'static str, also: &'static [&'static str]) -> Word {
    Word { word, docs, also }
}

/// The kinds of elements.
pub const KINDS: &[Word] = &[
    word("action", "An action of an agent: a form or a button.", &["button", "form", "submit", "command"]),
    word("field", "An input of an action.", &["input", "textbox", "select", "textarea", "parameter"]),
    word("status", "The status of an action.", &["output", "message", "alert"]),
    word("result", "The result of an action or a search.", &["response"]),
    word("collection", "A list of items of one kind.", &["list", "table"]),
    word("item", "One item of a collection.", &["row", "entry", "listitem"]),
    word("dialog", "A part of the page that needs an answer before anything else.", &["modal", "popup"]),
    word("step", "A part of an action that takes several pages or panels.", &["page", "wizard"]),
    word("link", "A link to another page of the site.", &["a", "nav", "navigation", "anchor"]),
];

/// The risks of actions, from low to high.
pub const RISKS: &[Word] = &[
    word("none", "The action changes nothing: reading, searching, filtering.", &["no", "false", "safe"]),
    word("low", "The action changes something that can be undone.", &["minor"]),
    word(
        "high",
        "The action cannot be undone: something is lost, paid or sent.",
        &["critical", "danger", "severe", "true"],
    ),
];

/// The confirmation policies, from weak to strong.
pub const CONFIRMATIONS: &[Word] = &[
    word("never", "The agent does not ask.", &["none", "no", "false"]),
    word("optional", "The agent may ask.", &["maybe"]),
    word("review", "The agent fills in the form; the user reviews and submits it.", &["manual", "preview"]),
    word("required", "The agent must ask the user first.", &["always", "yes", "true", "must"]),
];

const BOOLEANS: &[Word] = &[
    word("true", "Doing it twice has the same effect as doing it once.", &["yes", "1"]),
    word("false", "Each execution has an effect: a second order, a second mail.", &["no", "0"]),
];

/// All annotations.
pub const ATTRIBUTES: &[Attribute] = &[
    Attribute { name: "kind", docs: "The kind of the element for agents.", values: Values::OneOf(KINDS) },
    Attribute {
        name: "action",
        docs: "The name of the action of the element. A part of an action has the action's name and one more part: \
               `invoice.create.submit` belongs to `invoice.create`.",
        values: Values::Like(Pattern::Action),
    },
    Attribute {
        name: "field",
        docs: "The name of the input: the property of the action's `inputSchema` that it fills.",
        values: Values::Like(Pattern::Field),
    },
    Attribute {
        name: "danger",
        docs: "How much harm the action can do; `risk` in the manifest.",
        values: Values::OneOf(RISKS),
    },
    Attribute {
        name: "confirm",
        docs: "Whether the user must agree before the action; `confirmation` in the manifest.",
        values: Values::OneOf(CONFIRMATIONS),
    },
    Attribute {
        name: "scope",
        docs: "The permission that the action needs.",
        values: Values::Like(Pattern::Scope),
    },
    Attribute {
        name: "idempotent",
        docs: "Whether the action may be repeated without harm.",
        values: Values::OneOf(BOOLEANS),
    },
    Attribute {
        name: "output",
        docs: "The name of what the element shows: a result, or the status of an action.",
        values: Values::Like(Pattern::Output),
    },
    Attribute {
        name: "for-action",
        docs: "The action of a field or a status that is outside the action's element.",
        values: Values::Like(Pattern::Action),
    },
    Attribute {
        name: "version",
        docs: "The version of the annotations in the element, on the root of a page or on a container.",
        values: Values::Like(Pattern::Version),
    },
    Attribute { name: "page", docs: "The route of a link's target.", values: Values::Like(Pattern::Page) },
    Attribute {
        name: "ignore",
        docs: "Excludes the element and its content from audits.",
        values: Values::Any,
    },
];

/// The annotation of this name, given without [`PREFIX`].
pub fn attribute(name: &str) -> Option<&'static Attribute> {
    ATTRIBUTES.iter().find(|one| one.name == name)
}

/// The word among `words` that the user probably meant: by one of its other words, otherwise the nearest.
pub fn meant(words: &'static [Word], written: &str) -> Option<&'static str> {
    let written = written.trim();
    let also =
        |one: &&Word| one.also.iter().chain([&one.word]).any(|also| also.eq_ignore_ascii_case(written));
    words
        .iter()
        .find(also)
        .map(|one| one.word)
        .or_else(|| agmark_syntax::nearest::nearest(written, words.iter().map(|one| one.word)))
}

/// The words, for a message: `none, low, high`.
pub fn list(words: &[Word]) -> String {
    words.iter().map(|one| one.word).collect::<Vec<_>>().join(", ")
}
