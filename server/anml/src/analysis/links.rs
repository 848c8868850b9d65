//! Attributes that lead to a file or an address.

use agmark_syntax::{Link, LinkKind};

use crate::syntax::element::{Element, Part};

/// Whether an attribute of this name leads somewhere.
pub fn leads(key: &str) -> bool {
    matches!(key, "href" | "src" | "url")
}

/// The link of a value, if it can be opened. Paths from the root of a site, fragments and included content (`@name`)
/// cannot.
pub fn link(element: &Element, value: Part, text: &str) -> Option<Link> {
    let target = element.value(value, text);
    let kind = if is_address(&target) {
        LinkKind::Address
    } else if is_file(&target) {
        LinkKind::File
    } else {
        return None;
    };
    Some(Link { span: value.span, kind, target: target.into_owned() })
}

/// Whether `target` is an address that a browser opens.
pub fn is_address(target: &str) -> bool {
    let rest = target.strip_prefix("https://").or_else(|| target.strip_prefix("http://"));
    rest.is_some_and(|rest| !rest.is_empty())
}

/// Whether `target` looks like the relative path of a file: no scheme, and an ending.
fn is_file(target: &str) -> bool {
    let path = target.split(['?', '#']).next().unwrap_or("");
    let name = path.rsplit('/').next().unwrap_or("");
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    !path.starts_with(['/', '@', '\\'])
        && !path.contains(':')
        && !ending.is_empty()
        && ending.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Whether the name of a base is that of a file.
pub fn names_file(base: &str) -> bool {
    base.ends_with(".anml") && !base.contains("://")
}
