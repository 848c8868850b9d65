//! Features of an editor.

pub(crate) mod actions;
pub(crate) mod blocks;
pub(crate) mod code_lens;
pub(crate) mod commands;
pub(crate) mod completion;
mod cursor;
mod declare_property;
mod extract;
pub(crate) mod hover;
mod inferred_type;
pub(crate) mod on_type;
pub(crate) mod signature;
mod yaml_edit;

use agmark_syntax::{Diagnostic, Document};

/// Adds the fixes that change the front matter.
pub(crate) fn add_fixes(document: &Document, diagnostics: &mut [Diagnostic]) {
    declare_property::add_fixes(document, diagnostics);
}
