//! JSON Schema, as runs need it: checks with pointers, and schemas that model APIs take.

mod check;
mod prune;
mod strict;

pub use check::{Mismatch, Schema};
pub use strict::Derived;

/// A key as a step of a JSON Pointer.
pub fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}
