//! Properties of elements by name, from the HTML standard. Names are compared without case.

/// Elements without content or end tag (13.1.2, void elements).
const VOID: &[&str] = &[
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr",
];

/// Elements whose content is never markup (raw text and escapable raw text).
const RAW: &[&str] = &["script", "style", "textarea", "title", "xmp", "noembed", "noframes"];

/// Start tags that end an open `p` (13.1.2.4).
const END_PARAGRAPH: &[&str] = &[
    "address",
    "article",
    "aside",
    "blockquote",
    "center",
    "details",
    "dialog",
    "dir",
    "div",
    "dl",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hgroup",
    "hr",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "search",
    "section",
    "table",
    "ul",
];

/// Elements that contain other parts of a page.
const BLOCKS: &[&str] = &[
    "article", "aside", "body", "dd", "div", "dl", "dt", "fieldset", "footer", "header", "html", "li",
    "main", "nav", "ol", "section", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
];

/// Elements that limit the effect of end tags and implied ends inside them.
const SCOPES: &[&str] = &[
    "applet", "body", "button", "caption", "dialog", "fieldset", "form", "html", "marquee", "object",
    "select", "table", "td", "template", "th",
];

/// Elements that may end without an end tag, each with the start tags that end it. Forms may not, but they may not be in
/// each other either: the one without an end tag ends where the next one starts, so that it takes no fields of that one.
const IMPLIED: &[(&str, &[&str])] = &[
    ("p", END_PARAGRAPH),
    ("form", &["form"]),
    ("li", &["li"]),
    ("dt", &["dt", "dd"]),
    ("dd", &["dt", "dd"]),
    ("option", &["option", "optgroup", "hr"]),
    ("optgroup", &["optgroup", "hr"]),
    ("rt", &["rt", "rp", "rb", "rtc"]),
    ("rp", &["rt", "rp", "rb", "rtc"]),
    ("tr", &["tr", "tbody", "tfoot", "thead"]),
    ("td", &["td", "th", "tr", "tbody", "tfoot", "thead"]),
    ("th", &["td", "th", "tr", "tbody", "tfoot", "thead"]),
    ("thead", &["tbody", "tfoot", "thead"]),
    ("tbody", &["tbody", "tfoot", "thead"]),
    ("tfoot", &["tbody", "tfoot", "thead"]),
    ("caption", &["colgroup", "thead", "tbody", "tfoot", "tr"]),
    ("colgroup", &["thead", "tbody", "tfoot", "tr"]),
    ("head", &["body"]),
];

/// Elements that stop the search for an element to end: an `li` in an inner list does not end an outer `li`.
const WALLS: &[(&str, &[&str])] = &[
    ("li", &["ul", "ol", "menu"]),
    ("dt", &["dl"]),
    ("dd", &["dl"]),
    ("option", &["select", "datalist"]),
    ("optgroup", &["select"]),
];

pub fn listed(list: &[&str], name: &str) -> bool {
    list.iter().any(|one| one.eq_ignore_ascii_case(name))
}

pub fn is_void(name: &str) -> bool {
    listed(VOID, name)
}

pub fn is_raw(name: &str) -> bool {
    listed(RAW, name)
}

/// Whether the start of an element `next` may end another one.
pub fn may_end(next: &str) -> bool {
    IMPLIED.iter().any(|(_, by)| listed(by, next))
}

/// Whether an element may end without an end tag.
pub fn is_implied(name: &str) -> bool {
    IMPLIED.iter().any(|(one, _)| one.eq_ignore_ascii_case(name))
}

/// What stands for a block of Svelte among the names of open elements.
pub const BLOCK_NAME: &str = "{";

/// How many of the `open` elements (innermost first) end where an element `next` starts.
pub fn ended_by<'a>(open: impl Iterator<Item = &'a str>, next: &str) -> usize {
    let mut ended = 0;
    for (depth, name) in open.enumerate() {
        let ends = |(one, by): &(&str, &[&str])| one.eq_ignore_ascii_case(name) && listed(by, next);
        if IMPLIED.iter().any(ends) {
            ended = depth + 1;
            continue;
        }
        let wall = WALLS.iter().any(|(of, walls)| of.eq_ignore_ascii_case(next) && listed(walls, name));
        // A cell or a row ends together with what is open in it, but not a table around the table.
        let scope = listed(SCOPES, name) && !(listed(&["td", "th"], name) && listed(&["tr"], next));
        if wall || scope || name == BLOCK_NAME {
            break;
        }
    }
    ended
}

/// What an end tag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndTag {
    /// It ends this many of the innermost elements.
    Ends(usize),
    /// Its element is around one that such a tag does not end.
    Ignored,
    /// No open element has its name.
    Unmatched,
}

/// What the end tag of `name` does to the `open` elements (innermost first).
pub fn end_tag<'a>(open: impl Iterator<Item = &'a str>, name: &str) -> EndTag {
    for (depth, one) in open.enumerate() {
        if one.eq_ignore_ascii_case(name) {
            return EndTag::Ends(depth + 1);
        }
        let passes = || listed(&["html", "body", "form", "dialog", "div", "main", "section"], name);
        if listed(&["html", "body"], one) && !passes() {
            return EndTag::Unmatched;
        }
        if listed(&["template", "button", "dialog"], one) && !passes() {
            return EndTag::Ignored;
        }
    }
    EndTag::Unmatched
}

/// Whether an end tag without a start tag shows that the elements before it should have ended: that of a block. A
/// stray `</p>` or `</span>` is only a slip.
pub fn ends_block(name: &str) -> bool {
    listed(BLOCKS, name)
}
