//! The documents of each format that tests of all formats use. What only one format has is in the file with its name.

mod garyml;

/// Documents to edit: (language, text).
pub const TEXTS: &[(&str, &str)] = &[
    ("agd", "@h1 Größe 🎉 [#a]\n\n@p Siehe @ref #b\r\n\n@code lang=py [#b]\n~~~\nprint(1)\n~~~\n\n@ref #a\n"),
    (
        "anml",
        "---\ntitle: Größe\n---\nmain\n  h1#e1 \"東京 🎉\"\n  label#e2 \"A\" for=#e3\n  textbox#e3 \"B\" [x]\n",
    ),
    (
        "garyml",
        ".Role: \"Ünit 🎉\"\n.Context id=a\n  \"\"\"\n  é\n  \"\"\"\n.Execute\n  .test\n    target: @a\n",
    ),
    ("html", "<form data-agent-kind=\"action\" data-agent-action=\"größe.a\">🎉\n<input></form>\n<p>é</p>\n"),
    ("markdown", "---\nname: a\ninput: { type: object }\noutput: { type: object }\n---\nÉ {{ .a }} 🎉\n"),
];

/// The documents of a session, and how each may begin.
pub const FILES: &[(&str, &str, &str)] = &[
    (
        "a.agd",
        "agd",
        "@h1 Größe 🎉 [#a]\n\n@p Siehe @ref #b\r\n\n@code lang=py [#b]\n~~~\nprint(1)\n~~~\n\n@ref b.agd#c\n",
    ),
    ("b.agd", "agd", "@h1 Two [#c]\n\n@p Text [#c]\n@ref #a\n@ref a.agd#none\n"),
    (
        "s.anml",
        "anml",
        "---\ntitle: Größe\n---\nmain\n  h1#e1 \"東京 🎉\"\n  label#e2 \"A\" for=#e3\n  textbox#e3 \"B\" [x]\n",
    ),
    (
        "p.garyml",
        "garyml",
        ".Role: \"Ünit 🎉\"\n.Context id=a\n  \"\"\"\n  é\n  \"\"\"\n.Execute\n  .test\n    target: @a\n",
    ),
    (
        "page.html",
        "html",
        "<form data-agent-kind=\"action\" data-agent-action=\"größe.a\">🎉\n<input></form>\n<p>é</p>\n",
    ),
    (
        "q.md",
        "markdown",
        "---\nname: q\nimport: [r.md]\ninput: { type: object }\noutput: { type: object }\n---\nÉ {{ .a }} 🎉\n",
    ),
    ("r.md", "markdown", "---\nname: r\ninput: { type: object }\noutput: { type: object }\n---\nText\n"),
];

/// A document with a name that is defined once and used.
pub struct NameCase {
    pub file: &'static str,
    pub language: &'static str,
    pub text: &'static str,
    /// Where the name is used, from its first character on; the cursor stands after that character.
    pub used: &'static str,
    /// The line of the definition.
    pub defined: u64,
    pub name: &'static str,
    /// How often the name occurs, its definition counted.
    pub occurs: usize,
    pub renamed: &'static str,
}

/// One for each format.
pub const NAMES: &[NameCase] = &[
    NameCase {
        file: "a.agd",
        language: "agd",
        text: "@h1 Rota [#rota]\n\n@p The *oven*, see @ref #oven\n\n@code lang=sh [#oven]\n~~~\nbake\n~~~\n\n@ref #oven\n",
        used: "oven\n\n@code",
        defined: 4,
        name: "oven",
        occurs: 3,
        renamed: "stove",
    },
    NameCase {
        file: "a.anml",
        language: "anml",
        text: "main\n  form#e1 \"Card\"\n    label#e2 \"Number\" for=#e3\n    textbox#e3 \"Number\"\n  ~ 2 links (expand #e3)\n",
        used: "e3\n    textbox",
        defined: 3,
        name: "e3",
        occurs: 3,
        renamed: "e17",
    },
    NameCase {
        file: "a.garyml",
        language: "garyml",
        text: ".GaryML version: 1.0\n.Context id=prices type=text\n  \"\"\"\n  roll 40\n  \"\"\"\n.Execute\n  .refactor\n    target: @prices\n",
        used: "prices\n",
        defined: 1,
        name: "prices",
        occurs: 2,
        renamed: "costs",
    },
    NameCase {
        file: "a.html",
        language: "html",
        text: "<main>\n<button data-agent-kind=\"action\" data-agent-action=\"show.stop\">Stop</button>\n<input aria-label=\"Why\" data-agent-kind=\"field\" data-agent-field=\"why\" data-agent-for-action=\"show.stop\">\n</main>\n",
        used: "show.stop\">\n</main>",
        defined: 1,
        name: "show.stop",
        occurs: 2,
        renamed: "show.halt",
    },
];

/// A document with one finding.
pub struct SuppressionCase {
    pub file: &'static str,
    pub language: &'static str,
    pub text: &'static str,
    pub code: &'static str,
    /// The same without the mistake: (what to write, instead of what).
    pub mended: (&'static str, &'static str),
}

/// At least one for each format with comments.
pub const SUPPRESSIONS: &[SuppressionCase] = &[
    SuppressionCase {
        file: "a.agd",
        language: "agd",
        text: "@h1 One [#a]\n\n@p Two @ref #b\n",
        code: "agd/dangling-reference",
        mended: ("#a", "#b"),
    },
    SuppressionCase {
        file: "a.garyml",
        language: "garyml",
        text: ".Context id=a\n  \"\"\"\n  text\n  \"\"\"\n.Execute\n  .test\n    input: @b\n",
        code: "garyml/undefined-id",
        mended: ("@a", "@b"),
    },
    SuppressionCase {
        file: "tab.garyml",
        language: "garyml",
        text: ".Execute\n\t.test\n",
        code: "garyml/tab-indent",
        mended: ("\n  .test", "\n\t.test"),
    },
    SuppressionCase {
        file: "loose.garyml",
        language: "garyml",
        text: ".Query\n  One line\n\tanother line\n",
        code: "garyml/tab-indent",
        mended: ("\n  another", "\n\tanother"),
    },
    SuppressionCase {
        file: "a.md",
        language: "markdown",
        text: "---\nname: a\ndescription: b\ninput: { type: object, properties: { c: { type: string } }, required: [c] }\noutput: { type: object }\n---\n\nText\n\n{{ uper .c }}\n",
        code: "markdownlang/unknown-function",
        mended: ("upper", "uper"),
    },
    SuppressionCase {
        file: "front.md",
        language: "markdown",
        text: "---\nname: a\ndescription: b\ninput: { type: object }\noutput: { type: object }\nmodle: gpt-4o\n---\n\nText\n",
        code: "markdownlang/unknown-key",
        mended: ("model:", "modle:"),
    },
    SuppressionCase {
        file: "a.html",
        language: "html",
        text: "<p>\n<button data-agent-kind=\"action\" data-agent-action=\"a.b\" data-agent-danger=\"medium\">Go</button>\n</p>\n",
        code: "aaf/invalid-danger",
        mended: ("\"low\"", "\"medium\""),
    },
    SuppressionCase {
        file: "a.anmla",
        language: "anmla",
        text: "click #e1\nfill #e2 Ann\n",
        code: "anml/bad-action",
        mended: ("\"Ann\"", "Ann"),
    },
];
