//! What else elements say of themselves: attributes and states of ANML.

use super::dom::Dom;
use super::names::{chosen, collapse};
use crate::convert::element_builder::ElementBuilder;

/// Attributes that have the same name in ANML, by role.
const SAME: &[(&str, &[&str])] = &[
    ("link", &["href", "target"]),
    ("textbox", &["placeholder", "maxlength", "minlength", "pattern"]),
    ("searchbox", &["placeholder", "maxlength"]),
    ("combobox", &["placeholder"]),
    ("slider", &["min", "max", "step"]),
    ("spinbutton", &["min", "max", "step", "placeholder"]),
    ("progressbar", &["max"]),
    ("meter", &["min", "max"]),
    ("img", &["src"]),
    ("video", &["src"]),
    ("audio", &["src"]),
    ("iframe", &["src"]),
];

/// States that are attributes of HTML, and of ARIA.
const STATES: &[(&str, &str, &str)] = &[
    ("", "aria-checked", "checked"),
    ("required", "aria-required", "required"),
    ("readonly", "aria-readonly", "readonly"),
    ("", "aria-invalid", "invalid"),
    ("", "aria-pressed", "pressed"),
    ("", "aria-selected", "selected"),
    ("", "aria-expanded", "expanded"),
    ("", "aria-modal", "modal"),
    ("", "aria-busy", "busy"),
    ("", "aria-current", "current"),
    ("multiple", "aria-multiselectable", "multiselectable"),
];

/// Adds the attributes and states of an element.
pub fn say(dom: &Dom, index: usize, built: &mut ElementBuilder) {
    attributes(dom, index, built);
    states(dom, index, built);
}

fn attributes(dom: &Dom, index: usize, built: &mut ElementBuilder) {
    let role = built.role.clone();
    let same = SAME.iter().filter(|(named, _)| *named == role).flat_map(|(_, keys)| *keys);
    for key in same {
        // Data URLs of pictures are long and not useful.
        if let Some(value) = dom.word(index, key).filter(|value| !value.starts_with("data:"))
            && built.name.as_deref() != Some(value)
        {
            built.attribute(key, &collapse(value));
        }
    }
    if matches!(role.as_str(), "video" | "audio") && !dom.has(index, "src") {
        let source =
            dom.below(index).find_map(|at| (dom.tag(at) == "source").then(|| dom.word(at, "src"))?);
        source.map(|source| built.attribute("src", source));
    }
    if let Some(value) = value(dom, index, &role) {
        built.attribute("value", &value);
    }
    for (aria, key) in [("aria-valuemin", "min"), ("aria-valuemax", "max"), ("aria-haspopup", "haspopup")] {
        if let Some(value) = dom.word(index, aria).filter(|value| *value != "false") {
            built.attribute(key, &collapse(value));
        }
    }
    let kind = dom.word(index, "type").unwrap_or("").to_ascii_lowercase();
    let plain = matches!(
        kind.as_str(),
        "" | "text"
            | "search"
            | "password"
            | "number"
            | "range"
            | "checkbox"
            | "radio"
            | "submit"
            | "button"
            | "reset"
            | "image"
    );
    if dom.tag(index) == "input" && !plain {
        built.attribute("type", &kind);
    }
}

/// The value of a field.
fn value(dom: &Dom, index: usize, role: &str) -> Option<String> {
    if let Some(value) = dom.word(index, "aria-valuetext").or_else(|| dom.word(index, "aria-valuenow")) {
        return Some(collapse(value));
    }
    let holds = matches!(
        role,
        "textbox" | "searchbox" | "combobox" | "slider" | "spinbutton" | "progressbar" | "meter"
    );
    let text = match dom.tag(index) {
        "input" if holds && !dom.is(index, "type", "password") => dom.attribute(index, "value")?.to_owned(),
        "progress" | "meter" => dom.attribute(index, "value")?.to_owned(),
        "textarea" => super::names::content(dom, index),
        "input" | "select" => return None,
        // A page's own field, which is edited in place.
        _ if matches!(role, "textbox" | "searchbox") => super::names::content(dom, index),
        _ => return None,
    };
    Some(collapse(&text)).filter(|text| !text.is_empty())
}

fn states(dom: &Dom, index: usize, built: &mut ElementBuilder) {
    let tag = dom.tag(index);
    let kind = dom.word(index, "type").unwrap_or("").to_ascii_lowercase();
    if tag == "input" && kind == "password" {
        built.state("masked");
    }
    if tag == "input" && matches!(kind.as_str(), "checkbox" | "radio") && dom.has(index, "checked") {
        built.state("checked");
    }
    if tag == "option"
        && dom
            .ancestors(index)
            .find(|up| dom.tag(*up) == "select")
            .is_some_and(|select| chosen(dom, select).binary_search(&index).is_ok())
    {
        built.state("selected");
    }
    let field = matches!(tag, "input" | "select" | "textarea" | "button" | "option" | "optgroup");
    if dom.is(index, "aria-disabled", "true")
        || (field && (dom.has(index, "disabled") || in_disabled(dom, index)))
    {
        built.state("disabled");
    }
    for (html, aria, state) in STATES {
        let own = field && !html.is_empty() && dom.has(index, html);
        match dom.word(index, aria) {
            Some("mixed") => {
                built.attribute(state, "mixed");
            }
            Some("false") if *state == "expanded" => built.state("collapsed"),
            Some("false") | None if !own => {}
            _ => built.state(state),
        }
    }
}

/// Whether a fieldset around a field, not around its legend, is disabled.
fn in_disabled(dom: &Dom, index: usize) -> bool {
    let mut below = index;
    for up in dom.ancestors(index) {
        if dom.tag(up) == "fieldset" && dom.has(up, "disabled") && dom.tag(below) != "legend" {
            return true;
        }
        below = up;
    }
    false
}
