//! The files that a program imports.

use std::path::PathBuf;

use agmark_schema::Node;
use agmark_syntax::{PathKind, Span, World};

use crate::data::{FileSummary, FrontMatter};

/// An import with the file that it leads to.
pub(crate) struct ImportedFile<'a> {
    pub path: &'a str,
    pub span: Span,
    pub kind: ImportedKind,
}

/// What an imported file is.
pub(crate) enum ImportedKind {
    /// It is outside of the workspace folder.
    Outside,
    /// Features report a file that does not exist. Nothing is known of the others.
    Unknown,
    /// It cannot be a program.
    OtherFormat,
    /// It is a program without these required keys.
    WithoutKeys(Vec<&'static str>),
    Program {
        name: String,
        file: Option<PathBuf>,
    },
}

/// The imports of a program, in the order of the text.
pub(super) fn imported_files<'a>(front: &'a FrontMatter, world: &dyn World) -> Vec<ImportedFile<'a>> {
    let paths = front.parsed.root.get("imports").and_then(Node::as_list).unwrap_or_default();
    let written = |node: &'a Node| Some((node, node.as_str().filter(|path| !path.starts_with("stdlib:"))?));
    let imports = paths.iter().filter_map(written);
    imports
        .map(|(node, path)| ImportedFile { path, span: node.content_span().into(), kind: kind(path, world) })
        .collect()
}

fn kind(path: &str, world: &dyn World) -> ImportedKind {
    match world.path_kind(path) {
        PathKind::File => {}
        PathKind::Outside => return ImportedKind::Outside,
        PathKind::Unknown | PathKind::Nothing | PathKind::Folder => return ImportedKind::Unknown,
    }
    if !path.to_ascii_lowercase().ends_with(".md") {
        return ImportedKind::OtherFormat;
    }
    let summaries = world.summaries(path);
    let Some(summary) = summaries.iter().find_map(|(_, summary)| summary.get::<FileSummary>()) else {
        return ImportedKind::Unknown;
    };
    match &summary.name {
        _ if !summary.is_program => ImportedKind::OtherFormat,
        None => ImportedKind::WithoutKeys(vec!["name"]),
        Some(_) if !summary.missing_keys.is_empty() => {
            ImportedKind::WithoutKeys(summary.missing_keys.clone())
        }
        Some(name) => ImportedKind::Program { name: name.clone(), file: world.resolve_path(path) },
    }
}
