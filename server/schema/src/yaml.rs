//! YAML 1.2, read through `saphyr-parser`.
//!
//! The library gives events with positions in characters and stops at its first error. From the events a tree
//! is composed in which plain scalars have the types of the core schema (YAML 1.2.2, section 10.3), aliases are
//! copies within a budget, and positions are bytes. After an error the tree holds what came before it, and
//! [`Parsed::complete`] is false.

mod anchors;
mod compose;
mod frame;
mod messages;
mod offsets;
mod scalar;

use std::borrow::Cow;

use crate::Parsed;

/// Reads a text as one YAML document. Nothing at all is `null`.
pub fn parse(text: &str) -> Parsed {
    // The library takes NUL for the end of the text; another control character is reported as one.
    let text = match text.contains('\0') {
        true => Cow::Owned(text.replace('\0', "\u{1}")),
        false => Cow::Borrowed(text),
    };
    compose::compose(&text)
}

/// Reads a text that starts at byte `offset` of a larger one: all spans are those of the larger text.
pub fn parse_at(text: &str, offset: usize) -> Parsed {
    parse(text).shifted(offset)
}
