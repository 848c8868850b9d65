//! Tables of the tags and attributes, with their documentation.

use agmark_syntax::nearest::{Suggestion, suggestion};

/// What a tag takes on its line and on the lines below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// Attributes.
    Attributes,
    /// Inline text; attributes only inside of the id's bracket.
    Inline,
    /// Attributes, then items.
    Items,
    /// Attributes, then quote lines.
    Quote,
    /// Attributes, then a fence.
    Fence,
    /// Attributes, then a fence or nothing.
    OptionalFence,
    /// One `#ident`.
    Target,
}

/// A tag of the language.
#[derive(Debug)]
pub struct Tag {
    pub name: &'static str,
    pub takes: Takes,
    /// What it is for, in Markdown.
    pub help: &'static str,
    /// How it is written.
    pub example: &'static str,
    /// What an editor writes after the tag, with places to fill in.
    pub snippet: &'static str,
}

/// The tags of the language, in the order in which they are offered.
pub static TAGS: &[Tag] = &[
    Tag {
        name: "meta",
        takes: Takes::Attributes,
        help: "Attributes of the whole document: title, author, date and others.",
        example: "@meta title=\"Harbour rules\" author=ines",
        snippet: " title=\"${1:Title}\"$0",
    },
    Tag {
        name: "h1",
        takes: Takes::Inline,
        help: "A heading of the first level.",
        example: "@h1 Harbour rules [#rules]",
        snippet: " ${1:Title}$0",
    },
    Tag {
        name: "h2",
        takes: Takes::Inline,
        help: "A heading of the second level.",
        example: "@h2 Mooring [#mooring]",
        snippet: " ${1:Title}$0",
    },
    Tag {
        name: "h3",
        takes: Takes::Inline,
        help: "A heading of the third level.",
        example: "@h3 At night [#night]",
        snippet: " ${1:Title}$0",
    },
    Tag {
        name: "h4",
        takes: Takes::Inline,
        help: "A heading of the fourth level, which is the lowest.",
        example: "@h4 In fog [#fog]",
        snippet: " ${1:Title}$0",
    },
    Tag {
        name: "p",
        takes: Takes::Inline,
        help: "A paragraph: one line of text with `*bold*`, `_italic_`, `` `code` `` and `@ref #ident` in it.",
        example: "@p Boats leave by *noon*, see @ref #mooring. [#noon]",
        snippet: " ${1:text}$0",
    },
    Tag {
        name: "ul",
        takes: Takes::Items,
        help: "An unordered list. Its items are lines that start with `- `. A blank line ends the list.",
        example: "@ul [#gear]\n- ropes\n- fenders",
        snippet: "\n- ${1:item}$0",
    },
    Tag {
        name: "ol",
        takes: Takes::Items,
        help: "A numbered list. Its items are lines that start with `- `. A blank line ends the list.",
        example: "@ol [#steps]\n- slow down\n- make fast",
        snippet: "\n- ${1:item}$0",
    },
    Tag {
        name: "quote",
        takes: Takes::Quote,
        help: "A quotation. Its lines start with `> `. A blank line ends the quote.",
        example: "@quote [#motto]\n> Fair wind.",
        snippet: "\n> ${1:words}$0",
    },
    Tag {
        name: "code",
        takes: Takes::Fence,
        help: "Source code, verbatim between two lines of tildes. `lang=` names the language.",
        example: "@code lang=python [#tides]\n~~~\nprint(tides())\n~~~",
        snippet: " lang=${1:sh}\n~~~\n$0\n~~~",
    },
    Tag {
        name: "raw",
        takes: Takes::Fence,
        help: "Text in another format, kept unchanged. `type=` names the format.",
        example: "@raw type=html [#map]\n~~~\n<img src=\"map.svg\">\n~~~",
        snippet: " type=${1:html}\n~~~\n$0\n~~~",
    },
    Tag {
        name: "table",
        takes: Takes::Fence,
        help: "A table, in CSV unless `format=` names another format.",
        example: "@table [#berths]\n~~~\nberth,depth\nA1,4\n~~~",
        snippet: "\n~~~\n${1:first,second}\n$0\n~~~",
    },
    Tag {
        name: "ref",
        takes: Takes::Target,
        help: "A reference to another block of the document. Inside text, it is written inline.",
        example: "@ref #mooring",
        snippet: " #${1:id}$0",
    },
    Tag {
        name: "include",
        takes: Takes::Attributes,
        help: "Inserts another file at this place. `path=` is relative to the folder of this file.",
        example: "@include path=ferries.agd",
        snippet: " path=${1:other.agd}$0",
    },
];

/// The documentation of all tags that start with `x-`.
pub static EXTENSION: Tag = Tag {
    name: "x-",
    takes: Takes::OptionalFence,
    help: "Your own tag, with attributes and an optional fence. Readers that do not know it keep it.",
    example: "@x-signal kind=fog [#fog-signal]\n~~~\none long blast\n~~~",
    snippet: "${1:name} ${2:key}=${3:value}$0",
};

/// A known attribute.
#[derive(Debug)]
pub struct Attribute {
    pub key: &'static str,
    /// The tags that take it; none means all.
    tags: &'static [&'static str],
    /// What it is for, in Markdown.
    pub help: &'static str,
    /// Values that come to mind.
    pub values: &'static [&'static str],
}

/// The known attributes, the most common first. Any other key is valid, too.
static ATTRIBUTES: &[Attribute] = &[
    Attribute {
        key: "lang",
        tags: &["code"],
        help: "The language of the code, in lower case. Highlighting uses it.",
        values: LANGUAGES,
    },
    Attribute {
        key: "type",
        tags: &["raw"],
        help: "The format of the text.",
        values: &["html", "svg", "latex", "mathml", "markdown", "xml", "css", "front-matter"],
    },
    Attribute {
        key: "format",
        tags: &["table"],
        help: "The format of the table, if it is not CSV.",
        values: &["csv", "tsv", "json"],
    },
    Attribute {
        key: "path",
        tags: &["include"],
        help: "The file to include, relative to the folder of this file.",
        values: &[],
    },
    Attribute { key: "title", tags: &["meta"], help: "The document's title.", values: &[] },
    Attribute { key: "author", tags: &["meta"], help: "Who wrote the document.", values: &[] },
    Attribute { key: "date", tags: &["meta"], help: "When it was written: `2026-05-01`.", values: &[] },
    Attribute {
        key: "version",
        tags: &["meta"],
        help: "Which version of the document this is.",
        values: &[],
    },
    Attribute {
        key: "lang",
        tags: &["meta", "h1", "h2", "h3", "h4", "p", "quote"],
        help: "The natural language of the text: `en`, `de`.",
        values: &["en", "de", "es", "fr", "it", "ja", "pt", "zh"],
    },
    Attribute {
        key: "desc",
        tags: &[],
        help: "A description of the block in one line. Tables of contents show it.",
        values: &[],
    },
    Attribute {
        key: "refs",
        tags: &[],
        help: "The blocks that this one is related to, with commas between: `#deck`, or `other.agd#deck` for one of another \
               file.",
        values: &[],
    },
    Attribute {
        key: "info",
        tags: &["code"],
        help: "The text after the language of a Markdown code fence.",
        values: &[],
    },
    Attribute {
        key: "align",
        tags: &["table"],
        help: "The alignment of each column, separated by commas: `left,none,right`.",
        values: &["left", "center", "right", "none"],
    },
    Attribute { key: "start", tags: &["ol"], help: "The number of the first item.", values: &[] },
];

/// Common values of `lang=` of a `@code`.
static LANGUAGES: &[&str] = &[
    "bash",
    "c",
    "cpp",
    "csharp",
    "css",
    "diff",
    "dockerfile",
    "elixir",
    "go",
    "graphql",
    "haskell",
    "html",
    "ini",
    "java",
    "javascript",
    "json",
    "jsx",
    "kotlin",
    "latex",
    "lua",
    "make",
    "markdown",
    "nix",
    "ocaml",
    "perl",
    "php",
    "powershell",
    "proto",
    "python",
    "r",
    "ruby",
    "rust",
    "scala",
    "sh",
    "sql",
    "swift",
    "terraform",
    "text",
    "toml",
    "tsx",
    "typescript",
    "xml",
    "yaml",
    "zig",
];

/// The known attributes of a tag. `@ref` has none.
pub fn attributes(tag: &str) -> impl Iterator<Item = &'static Attribute> {
    let takes = move |attribute: &&'static Attribute| {
        tag != "ref" && (attribute.tags.is_empty() || attribute.tags.contains(&tag))
    };
    ATTRIBUTES.iter().filter(takes)
}

/// Names from other formats, and the tag of AGD for each.
static ALIASES: &[(&str, &str)] = &[
    ("title", "h1"),
    ("h", "h1"),
    ("heading", "h2"),
    ("section", "h2"),
    ("h5", "h4"),
    ("h6", "h4"),
    ("para", "p"),
    ("text", "p"),
    ("list", "ul"),
    ("li", "ul"),
    ("item", "ul"),
    ("blockquote", "quote"),
    ("pre", "code"),
    ("fence", "code"),
    ("html", "raw"),
    ("csv", "table"),
    ("link", "ref"),
    ("import", "include"),
    ("metadata", "meta"),
];

/// The tag with this name, if it is legal.
pub fn tag(name: &str) -> Option<&'static Tag> {
    if let Some(own) = name.strip_prefix("x-") {
        return (!own.is_empty() && own.bytes().all(crate::lexical::line::is_name)).then_some(&EXTENSION);
    }
    TAGS.iter().find(|tag| tag.name == name)
}

/// Whether a fence may open after this tag. After an unknown tag it may.
pub fn may_take_fence(name: &str) -> bool {
    tag(name).is_none_or(|tag| matches!(tag.takes, Takes::Fence | Takes::OptionalFence))
}

/// The valid tag that was probably meant by an unknown one.
pub fn nearest_tag(name: &str) -> Option<Suggestion> {
    let lower = name.to_lowercase();
    if let Some((_, meant)) = ALIASES.iter().find(|(alias, _)| *alias == lower) {
        return Some((*meant).into());
    }
    // `p:` and the like: a legal tag with something stuck to it.
    let end = name.bytes().position(|b| !crate::lexical::line::is_name(b)).unwrap_or(name.len());
    if end < name.len() && tag(&name[..end]).is_some() {
        return Some(name[..end].into());
    }
    // `xx-note`, `X-note`: an extension all but for its first letters.
    if let Some(at) = lower.find("x-")
        && let Some(meant) = lower.get(at..)
        && tag(meant).is_some()
    {
        return Some(meant.into());
    }
    // One letter is near to every other.
    if name.len() < 2 {
        return None;
    }
    suggestion(name, TAGS.iter().map(|tag| tag.name), |_| false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest() {
        for (written, meant) in [
            ("H1", Some("h1")),
            ("h5", Some("h4")),
            ("xx-a", Some("x-a")),
            ("p:", Some("p")),
            ("cod", Some("code")),
            ("tabel", Some("table")),
            ("blockquote", Some("quote")),
            ("signal", None),
        ] {
            assert_eq!(nearest_tag(written).as_ref().map(Suggestion::word), meant, "{written}");
        }
    }

    #[test]
    fn examples_are_legal() {
        for tag in TAGS.iter().chain([&EXTENSION]) {
            let found = agmark_syntax::testing::diagnostics(std::sync::Arc::new(crate::Agd), tag.example);
            let dangling = found.lines().all(|line| line.contains("agd/dangling"));
            assert!(dangling, "{}: {found}", tag.name);
        }
    }
}
