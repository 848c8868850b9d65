//! JSON Schema: checks with pointers, and schemas for model APIs.

mod check;
mod reference;
mod remove_nulls;
mod strict;

pub use check::{Mismatch, Schema};
pub use strict::Derived;

/// A key in a JSON Pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// A list of mismatches in Markdown.
pub fn list(mismatches: &[Mismatch]) -> String {
    mismatches.iter().map(|mismatch| format!("- {mismatch}")).collect::<Vec<_>>().join("\n")
}
