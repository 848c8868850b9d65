//! Imports, which other files decide upon.

use std::collections::HashMap;

use agmark_schema::Node;
use agmark_syntax::{Diagnostic, PathKind, Span, World};

use crate::data::{FrontMatter, Known};
use crate::rules::{duplicate_tool, not_a_program, outside_import};

/// Reports imports that are not programs, have the same name, or lead out of the workspace. Features report those that do
/// not exist.
pub(super) fn check(front: &FrontMatter, world: &dyn World, found: &mut Vec<Diagnostic>) {
    let paths = front.parsed.root.get("imports").and_then(Node::as_list).unwrap_or_default();
    let mut known: HashMap<String, (Span, &str)> = HashMap::new();
    for node in paths {
        let Some(path) = node.as_str().filter(|path| !path.starts_with("stdlib:")) else { continue };
        let span: Span = node.content_span().into();
        match world.path_kind(path) {
            PathKind::File => {}
            PathKind::Outside => {
                found.push(outside_import::at(span, path));
                continue;
            }
            PathKind::Unknown | PathKind::Nothing | PathKind::Folder => continue,
        }
        if !path.to_ascii_lowercase().ends_with(".md") {
            found.push(not_a_program::at(span, path));
            continue;
        }
        let shared = world.summaries(path);
        let Some(program) = shared.iter().find_map(|(_, shared)| shared.get::<Known>()) else { continue };
        match &program.name {
            _ if !program.is_program => found.push(not_a_program::at(span, path)),
            None => found.push(not_a_program::without_name(span, path)),
            Some(_) if !program.lacks.is_empty() => {
                found.push(not_a_program::without_keys(span, path, &program.lacks));
            }
            Some(name) => match known.get(name) {
                Some((first, first_path)) if world.resolve_path(path) == world.resolve_path(first_path) => {
                    found.push(duplicate_tool::twice(span, *first));
                }
                Some((first, first_path)) => {
                    found.push(duplicate_tool::at(span, name, *first, first_path));
                }
                None => {
                    known.insert(name.clone(), (span, path));
                }
            },
        }
    }
}
