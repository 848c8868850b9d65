//! A word with its documentation.

/// A keyword of templates or schemas, or a key of the front matter.
pub(crate) struct Word {
    pub name: &'static str,
    pub usage: &'static str,
    pub docs: &'static str,
}

pub(super) const fn word(name: &'static str, usage: &'static str, docs: &'static str) -> Word {
    Word { name, usage, docs }
}

/// The word with this name.
pub(crate) fn find<'a>(words: &'a [Word], name: &str) -> Option<&'a Word> {
    words.iter().find(|w| w.name == name)
}
