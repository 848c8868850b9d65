//! Parses YAML 1.2 with `saphyr-parser`.
//!
//! The library returns events with positions in characters and stops at its first error. In the tree, plain scalars
//! have the types of the core schema (YAML 1.2.2, section 10.3), aliases are copies up to a limit, and positions are
//! bytes. After an error the tree has the part before it, and [`Parsed::complete`] is false.

mod anchors;
mod compose;
mod frame;
mod messages;
mod offsets;
mod scalar;

use std::borrow::Cow;

use crate::Parsed;

/// Parses a text as one YAML document. An empty text is `null`.
pub fn parse(text: &str) -> Parsed {
    // The library reads NUL as the end of the text, so NUL is replaced with another control character, which is
    // reported.
    let text = match text.contains('\0') {
        true => Cow::Owned(text.replace('\0', "\u{1}")),
        false => Cow::Borrowed(text),
    };
    compose::compose(&text)
}

/// Parses a text that starts at byte `offset` of a larger text. All spans are in the larger text.
pub fn parse_at(text: &str, offset: usize) -> Parsed {
    parse(text).shifted(offset)
}
