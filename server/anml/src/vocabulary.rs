//! The vocabulary of ANML: roles, attributes, states and front matter keys. Other words are legal, because the
//! vocabulary is open. Hovers show the texts of these tables.

use std::sync::LazyLock;

use agmark_syntax::nearest::{Suggestion, suggestion};

use rustc_hash::FxHashMap;

pub mod aria;
mod attributes;
mod keys;
mod roles;
mod states;
mod verbs;

pub use attributes::{ATTRIBUTES, Attribute};
pub use keys::{KEYS, Key, Type};
pub use roles::{Class, NAMED, ROLES, Role, heading_level};
pub use states::{STATES, State};
pub use verbs::{Argument, DIRECTIONS, Takes, VERBS, Verb};

/// A role without its namespace: `button` of `browser:button`.
pub fn base(role: &str) -> &str {
    role.split_once(':').map_or(role, |(_, base)| base)
}

/// A role of the vocabulary, by its name without a namespace.
pub fn role(name: &str) -> Option<&'static Role> {
    ROLES.get(usize::from(role_index(name)?))
}

/// The index in [`ROLES`] of a role, by its name without a namespace.
pub fn role_index(name: &str) -> Option<u16> {
    static BY_NAME: LazyLock<FxHashMap<&str, u16>> =
        LazyLock::new(|| ROLES.iter().map(|role| role.name).zip(0..).collect());
    BY_NAME.get(name).copied()
}

/// Whether agents interact with elements of this role, which need a ref for it.
pub fn is_interactive(name: &str) -> bool {
    role(name).is_some_and(|r| r.class == Class::Interactive)
}

/// Whether an element of this role with a name gets a ref although it is not interactive.
pub fn has_ref_when_named(name: &str) -> bool {
    NAMED.contains(&name)
}

/// The verbs for elements of a role.
pub fn verbs(role: &str) -> impl Iterator<Item = &'static str> {
    let takes = move |verb: &&Verb| match verb.takes {
        Takes::Any => true,
        Takes::Interactive => is_interactive(role),
        Takes::Roles(roles) | Takes::Expandable(roles) => roles.contains(&role),
    };
    VERBS.iter().filter(takes).map(|verb| verb.name).collect::<Vec<_>>().into_iter()
}

/// The word that was probably meant by an unknown word of a filter.
pub fn filter_typo(word: &str) -> Option<Suggestion> {
    let words = || ["interactive", "compact"].into_iter().chain(ROLES.iter().map(|role| role.name));
    let is_known = words().any(|known| known == word || known == base(word));
    if is_known || word.len() < 3 { None } else { suggestion(word, words(), |_| false) }
}

/// Whether elements of this role have table rows.
pub fn holds_rows(name: &str) -> bool {
    matches!(name, "table" | "grid" | "resultset")
}

/// The singular and the plural of a role in counts.
pub fn counted(role: &str) -> (String, String) {
    let one = match role {
        "p" => "paragraph",
        "img" => "image",
        "nav" => "navigation",
        _ if heading_level(role).is_some() => "heading",
        _ => role,
    };
    (one.to_owned(), plural(one))
}

/// The plural of a word.
pub fn plural(word: &str) -> String {
    let consonant = |c: char| !matches!(c, 'a' | 'e' | 'i' | 'o' | 'u');
    match word.strip_suffix('y') {
        Some(stem) if stem.ends_with(consonant) => format!("{stem}ies"),
        _ if word.ends_with(['s', 'x', 'z']) || word.ends_with("ch") || word.ends_with("sh") => {
            format!("{word}es")
        }
        _ => format!("{word}s"),
    }
}

/// The entry of an attribute on elements of `role`. An entry for this role wins over one for all.
pub fn attribute(name: &str, role: &str) -> Option<&'static Attribute> {
    let named = || ATTRIBUTES.iter().filter(|a| a.name == name);
    named().find(|a| a.roles.contains(&role)).or_else(|| named().find(|a| a.roles.is_empty()))
}

/// The entry of a state on elements of `role`. An entry for this role wins over one for all.
pub fn state(name: &str, role: &str) -> Option<&'static State> {
    let named = || STATES.iter().filter(|s| s.name == name);
    named().find(|s| s.roles.contains(&role)).or_else(|| named().find(|s| s.roles.is_empty()))
}

/// Whether elements of `role` have a state.
pub fn has_state(role: &str, name: &str) -> bool {
    state(name, role).is_some()
}

/// A reserved key of the front matter.
pub fn key(name: &str) -> Option<&'static Key> {
    KEYS.iter().find(|k| k.name == name)
}
