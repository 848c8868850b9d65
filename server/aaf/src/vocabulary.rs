//! The annotations: what each is for, which values it takes, and the words for all of them.
//!
//! Hover, completion and the rules read these tables; a new attribute is a new row.

pub mod namespaces;
pub mod patterns;
pub mod schema_org;

use patterns::Pattern;

/// What all annotations begin with.
pub const PREFIX: &str = "data-agent-";

/// The type of a script that holds a page's own manifest.
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
    /// What fits a pattern.
    Like(Pattern),
    /// Whatever is written, or nothing.
    Any,
}

/// A word that an attribute takes.
#[derive(Debug, PartialEq)]
pub struct Word {
    pub word: &'static str,
    pub docs: &'static str,
    /// What people write for it.
    pub also: &'static [&'static str],
}

const fn word(word: &'static str, docs: &'static str, also: &'static [&'static str]) -> Word {
    Word { word, docs, also }
}

/// What an element can be.
pub const KINDS: &[Word] = &[
    word(
        "action",
        "Something that an agent can do: a form, a button.",
        &["button", "form", "submit", "command"],
    ),
    word("field", "An input of an action.", &["input", "textbox", "select", "textarea", "parameter"]),
    word("status", "Where an action says how it went.", &["output", "message", "alert"]),
    word("result", "What an action or a search gave.", &["response"]),
    word("collection", "A list of things of one kind.", &["list", "table"]),
    word("item", "One thing of a collection.", &["row", "entry", "listitem"]),
    word("dialog", "A part of the page that asks for an answer before anything else.", &["modal", "popup"]),
    word("step", "A part of an action that takes several pages or panels.", &["page", "wizard"]),
    word("link", "A way to another page of the site.", &["a", "nav", "navigation", "anchor"]),
];

/// How much harm an action can do.
pub const RISKS: &[Word] = &[
    word("none", "Nothing changes: reading, searching, filtering.", &["no", "false", "safe"]),
    word("low", "Something changes, and can be changed back.", &["minor"]),
    word(
        "high",
        "Something is lost, paid or sent, and cannot be taken back.",
        &["critical", "danger", "severe", "true"],
    ),
];

/// Who has to agree before an action is done.
pub const CONFIRMATIONS: &[Word] = &[
    word("never", "The agent goes ahead.", &["none", "no", "false"]),
    word("optional", "The agent may ask.", &["maybe"]),
    word(
        "review",
        "The agent fills the form in; the user looks at it and submits it.",
        &["manual", "preview"],
    ),
    word("required", "The agent must ask the user first.", &["always", "yes", "true", "must"]),
];

const BOOLEANS: &[Word] = &[
    word("true", "Doing it twice is the same as doing it once.", &["yes", "1"]),
    word("false", "Each time counts: a second order, a second mail.", &["no", "0"]),
];

/// All annotations.
pub const ATTRIBUTES: &[Attribute] = &[
    Attribute { name: "kind", docs: "What the element is to an agent.", values: Values::OneOf(KINDS) },
    Attribute {
        name: "action",
        docs: "The name of the action that the element stands for. A part of an action has the action's name with \
               a part added: `invoice.create.submit` belongs to `invoice.create`.",
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
        docs: "Whether the user has to agree before the action is done; `confirmation` in the manifest.",
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
        docs: "The name of what the element shows: a kind of result, or an action's status.",
        values: Values::Like(Pattern::Output),
    },
    Attribute {
        name: "for-action",
        docs: "The action that a field or a status belongs to when it does not stand inside of the action's element.",
        values: Values::Like(Pattern::Action),
    },
    Attribute {
        name: "version",
        docs: "The version of the annotations of a page or a part of it, on the root or a container.",
        values: Values::Like(Pattern::Version),
    },
    Attribute { name: "page", docs: "The route that a link leads to.", values: Values::Like(Pattern::Page) },
    Attribute {
        name: "ignore",
        docs: "Leaves the element, with everything in it, out of audits.",
        values: Values::Any,
    },
];

/// The annotation of this name, given without [`PREFIX`].
pub fn attribute(name: &str) -> Option<&'static Attribute> {
    ATTRIBUTES.iter().find(|one| one.name == name)
}

/// The word among `words` that was meant: one that people write for it, else the nearest.
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
