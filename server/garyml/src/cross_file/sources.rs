//! The files of contexts.

use agmark_syntax::nearest::nearest;
use agmark_syntax::{Diagnostic, PathKind, World};

use crate::analysis::chunk_data::{ContextSource, fingerprint};
use crate::rules::{context_differs, missing_file};

pub(super) fn check(source: &ContextSource, world: &dyn World) -> Option<Diagnostic> {
    let (path, span) = (source.path.as_str(), source.span);
    match (world.path_kind(path), source.content) {
        // Content in the document has priority, so the file does not have to exist.
        (PathKind::Unknown | PathKind::Outside, _)
        | (PathKind::Nothing | PathKind::Folder, Some(_))
        | (PathKind::Folder, None) => None,
        (PathKind::Nothing, None) => {
            let finding = missing_file::RULE.at(span, format!("file \"{path}\" does not exist"));
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let entries = world.entries(folder);
            let near = nearest(name, entries.iter().map(|entry| &*entry.name));
            let near =
                near.map(|near| if folder.is_empty() { near.to_owned() } else { format!("{folder}/{near}") });
            Some(finding.nearest(span, near.as_deref()))
        }
        (PathKind::File, None) => None,
        (PathKind::File, Some(content)) => {
            let file = world.read(path)?.to_string();
            let message =
                format!("content differs from \"{path}\": the agent gets the content, not the file");
            (fingerprint(&file) != content).then(|| context_differs::RULE.at(span, message))
        }
    }
}
