//! The files of contexts.

use std::collections::HashMap;
use std::sync::Arc;

use agmark_syntax::nearest::nearest;
use agmark_syntax::{ChunkGroup, Diagnostic, FolderEntry, PathKind, World};

use super::chunk_group::{self, CheckedSources, GroupQuestions};
use crate::analysis::chunk_data::{ContextSource, fingerprint};
use crate::rules::{context_differs, missing_file};

pub(super) fn check(
    groups: &[(ChunkGroup<'_>, Arc<GroupQuestions>)],
    world: &dyn World,
    found: &mut Vec<Diagnostic>,
) {
    for (group, questions) in groups.iter().filter(|(_, questions)| questions.source_count > 0) {
        let checked = questions.sources.get_or_ask(world, group.start, || look_up(group, world));
        found.extend(checked.found.iter().map(|finding| finding.clone().shifted(group.start)));
        let compared = checked.compared.iter();
        found.extend(
            compared.filter_map(|(start, source)| Some(compare(source, world)?.shifted(group.start + start))),
        );
    }
}

/// Looks up the files of the contexts of a group.
fn look_up(group: &ChunkGroup<'_>, world: &dyn World) -> CheckedSources {
    let mut checked = CheckedSources { found: Vec::new(), compared: Vec::new() };
    // The entries of folders, read once each.
    let mut folders = HashMap::new();
    for (start, own) in chunk_group::data(group) {
        let start = start - group.start;
        for source in &own.sources {
            match (world.path_kind(&source.path), source.content) {
                // Content in the document has priority, so the file does not have to exist.
                (PathKind::Unknown | PathKind::Outside, _)
                | (PathKind::Nothing, Some(_))
                | (PathKind::Folder, _)
                | (PathKind::File, None) => {}
                (PathKind::Nothing, None) => {
                    checked.found.push(missing(source, world, &mut folders).shifted(start));
                }
                // The text in an editor may change at any moment.
                (PathKind::File, Some(_)) if world.is_open(&source.path) => {
                    checked.compared.push((start, source.clone()));
                }
                (PathKind::File, Some(_)) => {
                    checked.found.extend(compare(source, world).map(|finding| finding.shifted(start)));
                }
            }
        }
    }
    checked
}

/// The entries of folders.
type Folders<'a> = HashMap<&'a str, Vec<FolderEntry>>;

fn missing<'a>(source: &'a ContextSource, world: &dyn World, folders: &mut Folders<'a>) -> Diagnostic {
    let (path, span) = (source.path.as_str(), source.span);
    let finding = missing_file::RULE.at(span, format!("file \"{path}\" does not exist"));
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    let entries = folders.entry(folder).or_insert_with(|| world.entries(folder));
    let near = nearest(name, entries.iter().map(|entry| &*entry.name));
    let near = near.map(|near| if folder.is_empty() { near.to_owned() } else { format!("{folder}/{near}") });
    finding.nearest(span, near.as_deref())
}

/// The diagnostic of a context whose content is not that of its file.
fn compare(source: &ContextSource, world: &dyn World) -> Option<Diagnostic> {
    let (path, span) = (source.path.as_str(), source.span);
    let file = world.read(path)?.to_string();
    let message = format!("content differs from \"{path}\": the agent gets the content, not the file");
    (Some(fingerprint(&file)) != source.content).then(|| context_differs::RULE.at(span, message))
}
