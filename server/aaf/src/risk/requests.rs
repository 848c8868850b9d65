//! The requests that an element sends, and the addresses that it sends them to.

use agmark_syntax::work;

use super::element_names::is_button;
use super::expressions::{BINDINGS, strings, written};
use crate::page::Page;
use crate::page::handlers::sends_request;
use crate::syntax::html::{Attribute, decode};
use crate::syntax::template;

/// Attributes that name an HTTP method. `data-method` and the like are those of Rails, Laravel and Turbo.
const METHODS: &[&str] = &["method", "formmethod", "data-method", "data-turbo-method"];

/// The attribute of htmx that sends a DELETE request.
const DELETES: &str = "hx-delete";

/// Whether an element sends a DELETE request.
pub fn deletes(page: &Page<'_>, index: usize) -> bool {
    let Some(element) = page.dom.elements.get(index) else { return false };
    let by_method = METHODS.iter().filter_map(|name| element.attribute(page.text, name));
    let sends_delete = |name: &str| {
        let name = name.to_ascii_lowercase();
        name.strip_prefix("data-").unwrap_or(&name) == DELETES
    };
    by_method.into_iter().any(|method| method.trim().eq_ignore_ascii_case("delete"))
        || element.tag.attributes.iter().any(|one| page.text.get(one.name.clone()).is_some_and(sends_delete))
        || page.submits().overrides_method(index)
}

/// The addresses that an element sends requests to, as far as they are written out.
pub fn targets(page: &Page<'_>, index: usize) -> Vec<String> {
    let Some(element) = page.dom.elements.get(index) else { return Vec::new() };
    let leads = |name: &str| match name {
        "action" => element.is(page.text, "form"),
        "href" => is_button(page, index) || page.annotated_at(index).is_some_and(|one| one.has("action")),
        "formaction" => true,
        name => sends_request(name),
    };
    let target = |attribute: &Attribute| {
        let name = page.text.get(attribute.name.clone())?.to_ascii_lowercase();
        let bound = BINDINGS.iter().find_map(|binding| name.strip_prefix(binding));
        let plain = bound.map_or(name.as_str(), |name| name.trim_end_matches(']'));
        if !leads(plain) {
            return None;
        }
        let value = decode(page.text.get(attribute.value.as_ref()?.span.clone())?);
        work::add(value.len());
        Some(match () {
            () if bound.is_some() => strings(&value),
            () if template::is_dynamic(&value) => written(&value),
            () => value.into_owned(),
        })
    };
    element.tag.attributes.iter().filter_map(target).collect()
}
