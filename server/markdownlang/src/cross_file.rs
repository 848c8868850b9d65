//! The diagnostics that need the whole program or other files: types along the template, and imports.
//!
//! Each chunk keeps its report, and the schema and the variables that it depends on. After a keystroke only the edited chunk
//! is checked again. The type of a template's dot comes from the calls of the template in all chunks.

pub(crate) mod context;
mod document_types;
pub(crate) mod imported_file;
mod memo;
mod scope;

use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, World};

use crate::type_check::report::TypeReport;
use crate::{data, rules};
use context::DocumentContext;
use document_types::DocumentTypes;
use imported_file::imported_files;

pub(crate) use scope::types_at;

/// The reports of the chunks and the templates, each with the offset of its chunk.
pub(crate) fn type_reports(document: &Document, front: &data::FrontMatter) -> Vec<(usize, Arc<TypeReport>)> {
    let types = DocumentTypes::of(document, &front.shapes, front.key);
    types.reports().map(|(start, report)| (start, Arc::clone(report))).collect()
}

/// The diagnostics of the whole program.
pub(crate) fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut all = Vec::new();
    let front = data::front(document);
    let types = front.map(|front| DocumentTypes::of(document, &front.shapes, front.key));
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
        used: types.as_ref().map(DocumentTypes::used).unwrap_or_default(),
        unknown_fields: types.as_ref().map(DocumentTypes::unknown_fields).unwrap_or_default(),
    };
    rules::check_document(&context, &mut all);
    all
}
