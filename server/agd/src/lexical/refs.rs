//! The list in a `refs=` attribute: `#a, other.agd#b`.

use crate::lexical::line::is_identifier;

/// The key of the attribute that lists related blocks.
pub const KEY: &str = "refs";

/// The file and id of each entry of a list, without invalid entries.
pub fn list(value: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    value.split(',').filter_map(|part| {
        let (file, name) = part.trim().split_once('#')?;
        is_identifier(name).then_some(((!file.is_empty()).then_some(file), name))
    })
}
