//! The namespaces: as messages say them.
//!
//! An action is one thing on all pages and in the manifest: every element with `data-agent-action` and every entry of
//! `actions` defines it, for the whole workspace ([`ACTION`]), so that a jump finds them all and a rename changes
//! them together. Whether a `data-agent-for-action` ties to anything is another question: only the page itself and
//! manifests count. So the same places define a second name ([`KNOWN`]), a page's for the page alone.
//! A data view is such a name, too ([`VIEW`]): every element of kind `collection` or `result` with `data-agent-action` and
//! every entry of `data` defines it.
//! The element of a field refers to the property of the action's `inputSchema`.

use agmark_syntax::Name;

use crate::identifiers::Pattern;

pub const ACTION: &str = "agent action";
pub const KNOWN: &str = "action";
pub const FIELD: &str = "field";
pub const VIEW: &str = "data view";
pub const PAGE: &str = "page";

/// The name of a field, which is a field of an action: `invoice.create/amount`.
pub fn field(action: &str, name: &str) -> String {
    format!("{action}/{name}")
}

/// Checks a new name for something in a namespace: what is to be written, or why that is no name. A field's name is
/// written without its action.
pub fn check(name: &Name, new: &str) -> Result<String, String> {
    let space = name.space;
    let pattern = match space {
        FIELD => Pattern::Field,
        PAGE => Pattern::Route,
        _ => Pattern::Action,
    };
    let action = name.text.rsplit_once('/').filter(|_| space == FIELD).map(|(action, _)| action);
    let new = action.and_then(|action| new.strip_prefix(action)?.strip_prefix('/')).unwrap_or(new);
    let plain =
        !new.contains(['"', '\'', '\\', '<', '>', '&', '{', '}']) && !new.contains(char::is_whitespace);
    if plain && pattern.fits(new) {
        return Ok(new.to_owned());
    }
    Err(format!("\"{new}\" is no name for {}: expected {}", article(space), pattern.words()))
}

fn article(space: &str) -> String {
    let vowel = space.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {space}", if vowel { "an" } else { "a" })
}
