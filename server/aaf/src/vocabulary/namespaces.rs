//! The namespaces: as messages say them.
//!
//! An action is one thing on all pages and in the manifest: every element with `data-agent-action` and every entry of
//! `actions` defines it, for the whole workspace ([`ACTION`]), so that a jump finds them all and a rename changes
//! them together. Whether a `data-agent-for-action` ties to anything is another question: only the page itself and
//! manifests count. So the same places define a second name ([`KNOWN`]), a page's for the page alone.
//! A data view is such a name, too ([`VIEW`]): every element of kind `collection` or `result` with `data-agent-action` and
//! every entry of `data` defines it.
//! The element of a field refers to the property of the action's `inputSchema`.
//! Pages name outputs ([`OUTPUT`]) and refer to the scopes ([`SCOPE`]) of the manifest. Other names stay inside a
//! manifest: its error ids, the properties of an `outputSchema`, the `$defs` of a schema, the prefixes of `@context`.

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

/// The name of something that belongs to something else, as a field to its action: `invoice.create/amount`.
pub fn field(owner: &str, name: &str) -> String {
    format!("{owner}/{name}")
}

/// Checks a new name for something in a namespace. Returns the text to write, or why the name is invalid. A name that
/// belongs to something else is written without its owner.
pub fn check(name: &Name, new: &str) -> Result<String, String> {
    let owned = matches!(name.space, FIELD | RESULT | SCHEMA);
    let owner = name.text.rsplit_once('/').filter(|_| owned).map(|(owner, _)| owner);
    let new = owner.and_then(|owner| new.strip_prefix(owner)?.strip_prefix('/')).unwrap_or(new);
    let plain =
        !new.contains(['"', '\'', '\\', '<', '>', '&', '{', '}']) && !new.contains(char::is_whitespace);
    let (fits, expected) = form(name.space, new);
    if plain && fits {
        return Ok(new.to_owned());
    }
    Err(format!("invalid {} name \"{new}\": expected {expected}", name.space))
}

/// Whether a name has the form that its namespace asks for, and that form in words.
fn form(space: &str, new: &str) -> (bool, &'static str) {
    let pattern = match space {
        FIELD => Pattern::Field,
        PAGE => Pattern::Route,
        SCOPE => Pattern::Scope,
        OUTPUT => Pattern::Output,
        // Names of the author's own: only what must be escaped where they are used is excluded.
        ERROR => return (!new.is_empty(), "a name without spaces and quotes, as in \"NOT_FOUND\""),
        RESULT | SCHEMA | PREFIX => {
            let fits = !new.is_empty() && !new.contains(['/', '~', '#', '%', ':', '@']);
            return (fits, "letters, digits, \"_\", \"-\" and \".\", as in \"invoice_id\"");
        }
        _ => Pattern::Action,
    };
    (pattern.fits(new), pattern.words())
}
