//! The list in a `refs=` attribute: `#a, other.agd#b`.

use crate::lexical::line::is_identifier;

/// The key under which blocks say what they are related to.
pub const KEY: &str = "refs";

/// What the entries of a list refer to, file and id; without those that are no reference.
pub fn list(value: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    value.split(',').filter_map(|part| {
        let (file, name) = part.trim().split_once('#')?;
        is_identifier(name).then_some(((!file.is_empty()).then_some(file), name))
    })
}
