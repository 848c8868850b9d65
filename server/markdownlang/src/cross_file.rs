//! The diagnostics that need the whole program or other files: types along the template, and imports.
//!
//! Each chunk keeps its report, and the schema and the variables that it depends on. After a keystroke only the edited chunk
//! is checked again. The type of a template's dot comes from the calls of the template in all chunks.

pub(crate) mod context;
pub(crate) mod document_types;
pub(crate) mod imported_file;
mod memo;
mod scope;
pub(crate) mod used_fields;

use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, World};

use crate::{data, rules};
use context::DocumentContext;
use document_types::DocumentTypes;
use imported_file::imported_files;

pub(crate) use scope::types_at;

/// The types of a document with this front matter.
pub(crate) fn document_types(document: &Document, front: &data::FrontMatter) -> Arc<DocumentTypes> {
    DocumentTypes::of(document, &front.shapes, front.key)
}

/// The diagnostics of the whole program.
pub(crate) fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let front = data::front(document);
    let types = front.map(|front| document_types(document, front));
    if let Some(front) = front {
        rules::check_imports(&imported_files(front, world), &mut all);
    }
    if let Some(types) = &types {
        for (start, group) in &types.groups {
            all.extend(group.diagnostics.iter().map(|one| one.clone().shifted(*start)));
        }
        for (start, report) in &types.templates {
            all.extend(report.diagnostics.iter().map(|one| one.clone().shifted(*start)));
        }
    }
    let context = DocumentContext {
        document,
        front,
        used: types.as_ref().map(|types| types.used()).unwrap_or_default(),
        unknown_fields: types.as_ref().map(|types| types.unknown_fields()).unwrap_or_default(),
    };
    rules::check_document(&context, &mut all);
    all
}
