//! Attributes.

/// An attribute.
#[derive(Debug)]
pub struct Attribute {
    pub name: &'static str,
    /// The roles that it applies to; empty for all.
    pub roles: &'static [&'static str],
    /// A sentence.
    pub doc: &'static str,
    /// The allowed values, if there is a closed list.
    pub values: &'static [&'static str],
}

const fn any(name: &'static str, doc: &'static str) -> Attribute {
    Attribute { name, roles: &[], doc, values: &[] }
}

const fn on(name: &'static str, roles: &'static [&'static str], doc: &'static str) -> Attribute {
    Attribute { name, roles, doc, values: &[] }
}

const TEXT: &[&str] = &["textbox", "searchbox", "combobox"];
const NUMBER: &[&str] = &["slider", "spinbutton", "metric"];
const MEDIA: &[&str] = &["img", "video", "audio"];
const HEADING: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];
const TABLE: &[&str] = &["table", "grid", "resultset"];
const CODE: &[&str] = &["function", "class", "variable", "diagnostic", "file"];

/// All known attributes.
pub static ATTRIBUTES: &[Attribute] = &[
    any("href", "Where it leads: an address or a path."),
    Attribute {
        name: "target",
        roles: &["link"],
        doc: "Which window the link opens in.",
        values: &["_blank", "_self", "_parent", "_top"],
    },
    any("value", "What it holds now."),
    on("value", NUMBER, "The number as it is now, between `min` and `max`."),
    on("value", &["prompt"], "The command that was typed."),
    on("placeholder", TEXT, "The hint in an empty field, not its value."),
    on("maxlength", TEXT, "How many characters fit."),
    on("minlength", TEXT, "How many characters there must be."),
    on("pattern", TEXT, "The regular expression that the text has to match."),
    Attribute {
        name: "type",
        roles: TEXT,
        doc: "What kind of text it takes, as in HTML.",
        values: &[
            "text", "email", "password", "number", "tel", "url", "search", "date", "time", "month", "week",
        ],
    },
    Attribute {
        name: "type",
        roles: &["button"],
        doc: "What the button does with its form.",
        values: &["submit", "reset", "button"],
    },
    on("min", NUMBER, "The smallest value."),
    on("max", NUMBER, "The largest value."),
    on("step", NUMBER, "By how much the value changes at a time."),
    on("total", &["metric"], "How much there is in all."),
    on("period", &["metric"], "The time that the number is about, such as `1h`."),
    on(
        "src",
        MEDIA,
        "Where the content is: an address, a path, or `@name` for what comes along outside of the text.",
    ),
    on("width", MEDIA, "In pixels."),
    on("height", MEDIA, "In pixels."),
    on("alt", MEDIA, "What it shows, in words."),
    on("level", HEADING, "The level, which the role says already: leave it out."),
    on(
        "rows",
        TABLE,
        "How many rows there are, without the header; more than are shown, if a `~` line stands for some.",
    ),
    on("cols", TABLE, "How many columns there are."),
    any("for", "The element that this one belongs to, as a reference: `for=#e2`."),
    on("for", &["label"], "The field that the label names, as a reference: `for=#e2`."),
    Attribute {
        name: "checked",
        roles: &["checkbox", "radio", "switch", "menuitem"],
        doc: "Neither on nor off. What is on is the state `[checked]`.",
        values: &["mixed"],
    },
    Attribute {
        name: "pressed",
        roles: &["button", "toggle"],
        doc: "Neither pressed nor not. What is pressed is the state `[pressed]`.",
        values: &["mixed"],
    },
    any("type", "What kind of thing it is."),
    on("type", &["column", "variable"], "The data type."),
    on("type", &["resource"], "What kind of resource it is."),
    on("default", &["column"], "The default value of a new row."),
    any("status", "Its status, in the words of the source."),
    on("line", CODE, "The line in the file, from 1."),
    on("lines", &["file"], "How many lines the file has."),
    Attribute {
        name: "modified",
        roles: &["file"],
        doc: "Whether there are changes that are not saved.",
        values: &["true", "false"],
    },
    Attribute {
        name: "severity",
        roles: &["diagnostic"],
        doc: "How bad it is.",
        values: &["error", "warning", "information", "hint"],
    },
    Attribute {
        name: "cursor",
        roles: &[],
        doc: "The shape of the pointer above it; `pointer` hints that it can be clicked.",
        values: &[
            "pointer",
            "default",
            "text",
            "grab",
            "grabbing",
            "move",
            "help",
            "wait",
            "not-allowed",
            "none",
        ],
    },
    any("name", "The name under which a form sends it."),
    any("url", "An address that belongs to it."),
];
