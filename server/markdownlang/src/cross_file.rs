//! What only the whole program, or other files, can tell: types along the template, and imports.
//!
//! Each chunk keeps what was found in it, and for which schema and variables; after a keystroke only the touched
//! chunk is gone through again. The dot of a template is what its callers give it, wherever they stand.

mod document_types;
mod imports;
mod memo;
mod scope;

use std::collections::HashSet;
use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, World, work};

use crate::analysis::markdown::python_servers;
use crate::data;
use crate::rules::unused_input;
use crate::syntax::ast::Ast;
use crate::type_check::Found;

pub(crate) use scope::at as scene_at;

/// What was found in each chunk and each template, with where its chunk starts.
pub(crate) fn found(document: &Document, front: &data::FrontMatter) -> Vec<(usize, Arc<Found>)> {
    document_types::check(document, &front.shapes, front.key)
}

/// Whether a chunk defines templates.
pub(crate) fn defines(ast: &Ast) -> bool {
    !document_types::definitions(ast).is_empty()
}

/// All that only the whole can tell.
pub(crate) fn check(document: &Document, world: &dyn World) -> Vec<Diagnostic> {
    let mut all = python_servers(document);
    let Some(front) = data::front(document) else { return all };
    imports::check(front, world, &mut all);
    let shapes = &front.shapes;
    let parts = self::found(document, front);
    let mut used = vec![false; shapes.all.len()];
    for (start, part) in &parts {
        all.extend(part.diagnostics.iter().map(|d| d.clone().shifted(*start)));
        for id in &part.used {
            if let Some(place) = used.get_mut(*id as usize) {
                *place = true;
            }
        }
    }
    let Some(input) = shapes.all.first() else { return all };
    let root = shapes.root();
    let shown: HashSet<&str> = parts.iter().flat_map(|(_, part)| &part.names).map(String::as_str).collect();
    for (name, span) in front.properties(document) {
        let direct = input.property(&name.text);
        let Some(id) = direct.filter(|_| !root.is_unknown()) else { continue };
        work::add(1);
        if !used.get(id as usize).copied().unwrap_or(true) && !shown.contains(&*name.text) {
            all.push(unused_input::at(span, &name.text));
        }
    }
    all
}
