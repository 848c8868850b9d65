//! Event handlers: whether a button does more than submit its form.

use crate::syntax::html::{Attribute, Element};

/// Events of buttons that have a handler.
const EVENTS: &[&str] = &[
    "click",
    "press",
    "tap",
    "mousedown",
    "mouseup",
    "pointerdown",
    "pointerup",
    "touchstart",
    "touchend",
    "keydown",
];

/// How frameworks begin the names of handlers: `onClick`, `@click`, `v-on:click`, `on:click`, `x-on:click`, `(click)`.
const HANDLERS: &[&str] = &[
    "on", "on-", "@", "v-on:", "on:", "x-on:", "(", "ng-", "wire:", "data-on-", "bind:on", "hx-on:",
    "hx-on::", "phx-", "data-ng-", "data-on:",
];

/// Other attributes that give a button an action, besides those of [`REQUESTS`].
const OTHERS: &[&str] = &[
    "data-action",
    "data-method",
    "data-turbo-method",
    "jsaction",
    "commandfor",
    "popovertarget",
    "data-bs-toggle",
    "data-toggle",
    "formaction",
    "formmethod",
];

/// Attributes of htmx that send a request to the address in them, without the `data-` that they may begin with.
const REQUESTS: &[&str] = &["hx-get", "hx-post", "hx-put", "hx-patch", "hx-delete"];

/// Whether a button has a handler.
pub fn has_handler(text: &str, element: &Element) -> bool {
    element.tag.attributes.iter().any(|attribute| is_handler(text, attribute))
}

fn is_handler(text: &str, attribute: &Attribute) -> bool {
    let name = text.get(attribute.name.clone()).unwrap_or("").to_ascii_lowercase();
    // Modifiers come last: `@click.prevent`, `on:click|once`.
    let event = name.split(['.', '|']).next().unwrap_or("").trim_end_matches([')', '$']);
    // React: `onClickCapture`.
    let event = event.strip_suffix("capture").unwrap_or(event);
    let handles = |prefix: &str| event.strip_prefix(prefix).is_some_and(|event| EVENTS.contains(&event));
    HANDLERS.iter().any(|prefix| handles(prefix)) || OTHERS.contains(&name.as_str()) || sends_request(&name)
}

/// Whether an attribute of this name sends a request, as those of htmx do.
pub fn sends_request(name: &str) -> bool {
    REQUESTS.contains(&name.strip_prefix("data-").unwrap_or(name))
}
