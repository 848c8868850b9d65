//! The ANML roles of a page's elements, from `role` or the tag (HTML-AAM).

use super::dom::Dom;
use crate::vocabulary::aria;

/// What an element is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Role {
    /// A role of ANML.
    Is(String),
    /// Only its content is converted.
    Generic,
}

/// Roles of ARIA 1.2 that can be written; of several that are given, the first one counts.
const KNOWN: &[&str] = &[
    "alert",
    "alertdialog",
    "application",
    "article",
    "banner",
    "blockquote",
    "button",
    "caption",
    "cell",
    "checkbox",
    "code",
    "columnheader",
    "combobox",
    "complementary",
    "contentinfo",
    "definition",
    "deletion",
    "dialog",
    "directory",
    "document",
    "emphasis",
    "feed",
    "figure",
    "form",
    "generic",
    "grid",
    "gridcell",
    "group",
    "heading",
    "img",
    "image",
    "insertion",
    "link",
    "list",
    "listbox",
    "listitem",
    "log",
    "main",
    "mark",
    "marquee",
    "math",
    "menu",
    "menubar",
    "menuitem",
    "menuitemcheckbox",
    "menuitemradio",
    "meter",
    "navigation",
    "none",
    "note",
    "option",
    "paragraph",
    "presentation",
    "progressbar",
    "radio",
    "radiogroup",
    "region",
    "row",
    "rowgroup",
    "rowheader",
    "scrollbar",
    "search",
    "searchbox",
    "separator",
    "slider",
    "spinbutton",
    "status",
    "strong",
    "subscript",
    "superscript",
    "switch",
    "tab",
    "table",
    "tablist",
    "tabpanel",
    "term",
    "textbox",
    "time",
    "timer",
    "toolbar",
    "tooltip",
    "tree",
    "treegrid",
    "treeitem",
];

/// The role of an element.
pub fn role(dom: &Dom, index: usize) -> Role {
    let given = dom.attribute(index, "role").unwrap_or("").to_ascii_lowercase();
    let word = given.split_ascii_whitespace().find(|word| KNOWN.contains(word) || word.starts_with("doc-"));
    match word {
        None => native(dom, index),
        // An interactive element is not removed by its role.
        Some("none" | "presentation") if is_focusable(dom, index) => native(dom, index),
        Some(
            "none" | "presentation" | "generic" | "rowgroup" | "emphasis" | "strong" | "subscript"
            | "superscript" | "insertion" | "deletion" | "mark" | "time",
        ) => Role::Generic,
        Some("heading") => heading(dom.word(index, "aria-level")),
        Some("menuitemcheckbox" | "menuitemradio") => is("menuitem"),
        Some("tabpanel") => is("panel"),
        Some("blockquote") => is("quote"),
        Some("radiogroup") => is("group"),
        Some("menubar") => is("menu"),
        Some("alertdialog") => is("dialog"),
        Some("treegrid") => is("grid"),
        Some(word) => Role::Is(aria::role(word)),
    }
}

fn is(role: &str) -> Role {
    Role::Is(role.to_owned())
}

fn heading(level: Option<&str>) -> Role {
    let level = level.and_then(|level| level.parse::<u32>().ok()).unwrap_or(2);
    Role::Is(format!("h{}", level.clamp(1, 6)))
}

/// The role that a tag has by itself.
fn native(dom: &Dom, index: usize) -> Role {
    let tag = dom.tag(index);
    match tag {
        "a" | "area" if dom.has(index, "href") => is("link"),
        "button" | "summary" => is("button"),
        "input" => input(dom, index),
        "select" if dom.has(index, "multiple") || size(dom, index) > 1 => is("listbox"),
        "select" => is("combobox"),
        "option" => is("option"),
        "optgroup" | "fieldset" => is("group"),
        "textarea" => is("textbox"),
        "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "nav" | "main" | "aside" | "article" | "form" | "p"
        | "table" | "video" | "audio" | "caption" | "dialog" | "iframe" => is(tag),
        "header" | "footer" if is_of_the_page(dom, index) => is(tag),
        "section"
            if ["aria-label", "aria-labelledby", "title"]
                .iter()
                .any(|key| dom.word(index, key).is_some()) =>
        {
            is("region")
        }
        "search" => is("search"),
        "ul" | "ol" | "menu" => is("list"),
        "li" | "tr" | "td" | "th" if belongs_to_none(dom, index) => Role::Generic,
        "li" => is("item"),
        "dt" | "dfn" => is("term"),
        "dd" => is("definition"),
        "tr" => is("row"),
        "td" | "th" => is("cell"),
        "figcaption" => is("caption"),
        "blockquote" => is("quote"),
        "pre" => is("code"),
        "hr" => is("divider"),
        "img" => is("img"),
        "svg" | "canvas" | "object" | "embed" | "math" => is("img"),
        "progress" => is("progressbar"),
        "meter" => is("meter"),
        "output" => is("status"),
        _ if is_editable(dom, index) => is("textbox"),
        _ => Role::Generic,
    }
}

/// Whether a role removes the meaning of the element's list or table.
fn belongs_to_none(dom: &Dom, index: usize) -> bool {
    let whole: &[&str] = if dom.tag(index) == "li" { &["ul", "ol", "menu"] } else { &["table"] };
    let around = dom.ancestors(index).find(|up| whole.contains(&dom.tag(*up)));
    around.is_some_and(|up| dom.is(up, "role", "none") || dom.is(up, "role", "presentation"))
}

fn input(dom: &Dom, index: usize) -> Role {
    let kind = dom.word(index, "type").unwrap_or("text").to_ascii_lowercase();
    let list = dom.has(index, "list");
    match kind.as_str() {
        "button" | "submit" | "reset" | "image" | "file" => is("button"),
        "checkbox" if dom.has(index, "switch") => is("switch"),
        "checkbox" => is("checkbox"),
        "radio" => is("radio"),
        "range" => is("slider"),
        "number" => is("spinbutton"),
        "search" if !list => is("searchbox"),
        "text" | "search" | "email" | "tel" | "url" if list => is("combobox"),
        _ => is("textbox"),
    }
}

fn size(dom: &Dom, index: usize) -> u32 {
    dom.word(index, "size").and_then(|size| size.parse().ok()).unwrap_or(0)
}

/// Whether a `header` or `footer` is that of the page, and not that of a part of it.
fn is_of_the_page(dom: &Dom, index: usize) -> bool {
    let part = |up: usize| matches!(dom.tag(up), "article" | "aside" | "main" | "nav" | "section");
    !dom.ancestors(index).any(part)
}

fn is_editable(dom: &Dom, index: usize) -> bool {
    dom.attribute(index, "contenteditable").is_some_and(|value| !value.eq_ignore_ascii_case("false"))
}

/// Whether the keyboard reaches an element.
pub fn is_focusable(dom: &Dom, index: usize) -> bool {
    let reached = |value: &str| value.parse::<i32>().is_ok_and(|order| order >= 0);
    dom.word(index, "tabindex").is_some_and(reached)
        || match dom.tag(index) {
            "a" | "area" => dom.has(index, "href"),
            "button" | "input" | "select" | "textarea" | "summary" | "iframe" => true,
            _ => false,
        }
}

/// Whether something happens when a generic element is clicked.
pub fn is_clickable(dom: &Dom, index: usize) -> bool {
    let reached = dom.word(index, "tabindex").is_some_and(|value| value.parse::<i32>().is_ok_and(|n| n >= 0));
    reached || dom.has(index, "onclick")
}

/// Whether a tag is inline, so that it does not separate words.
pub fn is_inline(tag: &str) -> bool {
    matches!(
        tag,
        "a" | "abbr"
            | "acronym"
            | "b"
            | "bdi"
            | "bdo"
            | "big"
            | "cite"
            | "code"
            | "data"
            | "del"
            | "dfn"
            | "em"
            | "font"
            | "i"
            | "ins"
            | "kbd"
            | "label"
            | "mark"
            | "q"
            | "rb"
            | "rt"
            | "ruby"
            | "s"
            | "samp"
            | "small"
            | "span"
            | "strike"
            | "strong"
            | "sub"
            | "sup"
            | "time"
            | "tt"
            | "u"
            | "var"
            | "wbr"
            | "slot"
    )
}
