//! The namespaces of names, as messages call them.
//!
//! An action is one thing on all pages and in the manifest: every element with `data-agent-action` and every entry of
//! `actions` defines it, for the whole workspace ([`ACTION`]), so that go to definition finds them all and a rename
//! changes them together. A `data-agent-for-action` is valid only if the page itself or a manifest defines the action.
//! So the same elements and entries define a second name ([`KNOWN`]), which is local in a page. Data views are names
//! too ([`VIEW`]): every element of kind `collection` or `result` with `data-agent-action` and every entry of `data`
//! defines one. A field refers to the property of the action's `inputSchema`. Pages define outputs ([`OUTPUT`]) and
//! refer to the scopes ([`SCOPE`]) of the manifest. Other names are local in a manifest: its error ids, the properties
//! of an `outputSchema`, the `$defs` of a schema, the prefixes of `@context`.

use agmark_syntax::Name;

use crate::vocabulary::patterns::Pattern;

pub const ACTION: &str = "agent action";
pub const KNOWN: &str = "action";
pub const FIELD: &str = "field";
pub const VIEW: &str = "data view";
pub const PAGE: &str = "page";
pub const SCOPE: &str = "scope";
pub const OUTPUT: &str = "output";
pub const ERROR: &str = "error id";
pub const RESULT: &str = "result property";
pub const SCHEMA: &str = "schema definition";
pub const PREFIX: &str = "context prefix";

/// The name of a member of an owner, such as a field of an action: `invoice.create/amount`.
pub fn field(owner: &str, name: &str) -> String {
    format!("{owner}/{name}")
}

/// Checks a new name in a namespace. Returns the text to write, or why the name is invalid. The name of a member is
/// written without its owner.
pub fn check(name: &Name, new: &str) -> Result<String, String> {
    let owned = matches!(name.space.word(), FIELD | RESULT | SCHEMA);
    let owner = name.text.rsplit_once('/').filter(|_| owned).map(|(owner, _)| owner);
    let new = owner.and_then(|owner| new.strip_prefix(owner)?.strip_prefix('/')).unwrap_or(new);
    let plain =
        !new.contains(['"', '\'', '\\', '<', '>', '&', '{', '}']) && !new.contains(char::is_whitespace);
    let (fits, expected) = form(&name.space, new);
    if plain && fits {
        return Ok(new.to_owned());
    }
    Err(format!("invalid {} name \"{new}\": expected {expected}", name.space))
}

/// Whether a name is valid in its namespace, and what is valid.
fn form(space: &str, new: &str) -> (bool, &'static str) {
    let pattern = match space {
        FIELD => Pattern::Field,
        PAGE => Pattern::Route,
        SCOPE => Pattern::Scope,
        OUTPUT => Pattern::Output,
        // Any name is valid, except for characters that must be escaped.
        ERROR => return (!new.is_empty(), "a name without spaces and quotes, as in \"NOT_FOUND\""),
        RESULT | SCHEMA | PREFIX => {
            let fits = !new.is_empty() && !new.contains(['/', '~', '#', '%', ':', '@']);
            return (fits, "letters, digits, \"_\", \"-\" and \".\", as in \"invoice_id\"");
        }
        _ => Pattern::Action,
    };
    (pattern.fits(new), pattern.words())
}
