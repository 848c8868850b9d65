//! Elements whose content means something else inside of them than outside.
//!
//! A page is cut into chunks only outside of these elements, so each of them is analyzed as a whole. It must be decided
//! by the start tag alone. An element that is here without need only makes a chunk longer. One that is missing here
//! makes findings depend on where the page is cut.

use super::dialect::Dialect;
use super::tags::listed;
use super::token::{Attribute, StartTag};
use crate::syntax::libraries::ComponentMap;
use crate::vocabulary::{PREFIX, components};

/// Elements that decide about what is in them: forms and dialogs; those whose content is the name of something; those
/// with content of others. A paragraph ends wherever a block starts in it, at any depth.
const ELEMENTS: &[&str] = &[
    "a", "button", "caption", "dialog", "form", "h1", "h2", "h3", "h4", "h5", "h6", "iframe", "label",
    "legend", "object", "p", "script", "select", "style", "summary", "template", "textarea", "th", "title",
    "xmp", "noembed", "noframes",
];

/// Attributes that decide about the content of any element.
const ATTRIBUTES: &[&str] = &["data-third-party", "v-if", "v-else", "v-else-if", "v-for", "x-if", "x-for"];

/// Roles of containers: their content has no name and is not hidden.
const CONTAINERS: &[&str] = &[
    "",
    "application",
    "article",
    "banner",
    "complementary",
    "contentinfo",
    "document",
    "feed",
    "grid",
    "group",
    "list",
    "listitem",
    "main",
    "menu",
    "menubar",
    "navigation",
    "none",
    "presentation",
    "region",
    "row",
    "rowgroup",
    "search",
    "table",
    "tablist",
    "tabpanel",
];

/// Words in classes and names of components whose content appears only when it is needed.
const DIALOGS: &[&str] = &["dialog", "modal", "drawer", "popover", "sheet"];

/// Annotations that say something about the page and not about what is in the element.
const OF_PAGE: &[&str] = &["version", "page"];

/// Attributes of the `template` that is around all elements of a Vue component.
const OF_TEMPLATE: &[&str] = &["lang", "functional", "src"];

/// Attributes with which a component names the control in it.
const OF_FIELDS: &[&str] = &["name", "prop"];

/// Whether the content of an element means something else than outside of it.
pub fn binds(text: &str, tag: &StartTag, dialect: Dialect<'_>) -> bool {
    let name = &text[tag.name.clone()];
    if dialect.has_root() && is_root(text, tag) {
        return false;
    }
    if dialect.mapping().is_some_and(|mapping| is_component(name) && becomes_other(text, tag, mapping)) {
        return true;
    }
    if listed(ELEMENTS, name) || (is_component(name) && says_dialog(name)) {
        return true;
    }
    let is_root = listed(&["html", "body"], name);
    tag.attributes.iter().any(|attribute| {
        let written = &text[attribute.name.clone()];
        let value = || attribute.value.as_ref().map_or("", |value| &text[value.span.clone()]);
        if let Some(at) = written.find(PREFIX) {
            let annotation = written[at + PREFIX.len()..].trim_end_matches(']');
            return annotation != "version" && !(is_root && OF_PAGE.contains(&annotation));
        }
        listed(ATTRIBUTES, written)
            || (written.eq_ignore_ascii_case("role") && !value().split_ascii_whitespace().all(is_container))
            || (["class", "className"].iter().any(|one| written.eq_ignore_ascii_case(one))
                && says_dialog(value()))
    })
}

/// Whether a `template` is the one around all elements of a Vue component.
pub fn is_root(text: &str, tag: &StartTag) -> bool {
    let of_template = |one: &Attribute| listed(OF_TEMPLATE, &text[one.name.clone()]);
    text[tag.name.clone()].eq_ignore_ascii_case("template") && tag.attributes.iter().all(of_template)
}

/// Whether a component is one of the framework, becomes another element, or names the control in it.
fn becomes_other(text: &str, tag: &StartTag, mapping: &ComponentMap) -> bool {
    let name = &text[tag.name.clone()];
    let names_field = |one: &Attribute| listed(OF_FIELDS, &text[one.name.clone()]);
    components::find(name).is_some()
        || mapping.element_of(name).is_some()
        || tag.attributes.iter().any(names_field)
}

fn is_container(role: &str) -> bool {
    listed(CONTAINERS, role)
}

fn is_component(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) || name.contains('-')
}

/// Whether a text may have one of the words. It may be a part of another word too.
fn says_dialog(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    DIALOGS.iter().any(|word| lower.contains(word))
}
