//! What a person at an editor asks for.

pub(crate) mod actions;
pub(crate) mod commands;
pub(crate) mod complete;
mod cursor;
mod declare;
mod extract;
mod guess;
pub(crate) mod hover;
pub(crate) mod lens;
pub(crate) mod on_type;
mod open;
pub(crate) mod partners;
pub(crate) mod signature;
mod yaml_path;

use agmark_syntax::{Diagnostic, Document};

/// Adds the fixes that change the front matter.
pub(crate) fn add_fixes(document: &Document, findings: &mut [Diagnostic]) {
    declare::add_fixes(document, findings);
}
