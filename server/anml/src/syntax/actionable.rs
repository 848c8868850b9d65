//! Which elements agents act on: what the filter `interactive` keeps.

use crate::syntax::element::Element;
use crate::syntax::node::Kind;
use crate::vocabulary::{self, Class};

/// The source of a snapshot, from `source` in its front matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// A browser, also the default.
    #[default]
    Page,
    /// A terminal, a database, a cloud, an editor: a ref is what can be acted on.
    Other,
}

impl Origin {
    /// By the value of `source`.
    pub fn of(source: &str) -> Self {
        if source.is_empty() || source.eq_ignore_ascii_case("browser") { Self::Page } else { Self::Other }
    }
}

/// Words that say of content or structure that it can be used.
const USABLE: &[&str] = &["clickable", "expanded", "collapsed", "checked", "pressed", "selected", "href"];

/// Whether an element is interactive, by its role or because it has a ref. In a page, content and structure have refs
/// for reading, comparing and scrolling; there a ref counts only if the element is marked as usable.
pub fn acts(element: &Element, text: &str, origin: Origin) -> bool {
    let class = vocabulary::role(vocabulary::base(element.role.text(text))).map(|role| role.class);
    match class {
        Some(Class::Interactive) => true,
        _ if element.reference_name().is_none() => false,
        Some(Class::Content | Class::Structural) if origin == Origin::Page => is_usable(element, text),
        _ => true,
    }
}

fn is_usable(element: &Element, text: &str) -> bool {
    let states = element.others().filter(|part| part.kind == Kind::State);
    let states = states.map(|part| part.text(text).trim_matches(['[', ']']));
    let keys = element.attributes().map(|attribute| attribute.key.text(text));
    states.chain(keys).any(|word| USABLE.contains(&word))
        || element.attribute("cursor", text).is_some_and(|cursor| cursor.value.text(text) == "pointer")
}
