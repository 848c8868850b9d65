//! What a group of adjacent chunks asks about other files and other chunks, kept with the group: so an edit does not
//! visit the other chunks.

use std::collections::HashSet;
use std::sync::{Arc, Mutex};

use agmark_syntax::world::validity::KeptAnswer;
use agmark_syntax::{CachedPart, ChunkGroup, Diagnostic, Document, Name};

use crate::analysis::chunk_data::{ChunkData, ContextSource};
use crate::analysis::namespaces::COMMAND;

/// A group of adjacent chunks. Offsets count from its start.
pub struct GroupQuestions {
    /// The commands that it calls, each once.
    pub commands: Vec<Name>,
    /// The commands that it calls with arguments, each once.
    pub calls: Vec<String>,
    pub arguments: Mutex<Option<CheckedArguments>>,
    pub has_unknown_directives: bool,
    pub has_diffs: bool,
    /// The number of contexts with a path.
    pub source_count: usize,
    pub sources: KeptAnswer<CheckedSources>,
}

/// The parameters that each of these commands takes, and for them the diagnostics of the arguments.
pub type CheckedArguments = (Vec<Option<Vec<String>>>, Arc<Vec<Diagnostic>>);

/// The contexts of a group, with what is at their paths.
pub struct CheckedSources {
    pub found: Vec<Diagnostic>,
    /// Contexts with content and a file that is open in an editor. Each with the start of its chunk.
    pub compared: Vec<(usize, ContextSource)>,
}

impl CachedPart for GroupQuestions {
    /// As if all files were missing.
    fn size(&self) -> usize {
        let names = 100 * (self.commands.len() + self.calls.len());
        size_of::<Self>() + names + self.source_count * size_of::<Diagnostic>()
    }
}

/// The groups with something to check, with their questions.
pub fn groups(document: &Document) -> Vec<(ChunkGroup<'_>, Arc<GroupQuestions>)> {
    let all = document.chunks().groups().filter(ChunkGroup::has_cross_file_checks);
    all.map(|group| (group, group.cached(|| GroupQuestions::of(&group)))).collect()
}

/// The data of the chunks of a group, each with its start in the document.
pub fn data<'d>(group: &ChunkGroup<'d>) -> impl Iterator<Item = (usize, &'d ChunkData)> + use<'d> {
    let start = group.start;
    group.cross_file_chunks().filter_map(move |(at, chunk)| Some((start + at, chunk.data::<ChunkData>()?)))
}

impl GroupQuestions {
    fn of(group: &ChunkGroup<'_>) -> Self {
        let chunks = group.cross_file_chunks();
        let references = chunks.flat_map(|(_, chunk)| &chunk.analysis().references);
        let mut seen = HashSet::new();
        let called = references.map(|reference| &reference.name).filter(|name| name.space == COMMAND);
        let commands = called.filter(|name| seen.insert(*name)).cloned().collect();
        let mut seen = HashSet::new();
        let names = data(group).flat_map(|(_, own)| &own.calls).map(|call| &call.name);
        Self {
            commands,
            calls: names.filter(|name| seen.insert(*name)).cloned().collect(),
            arguments: Mutex::new(None),
            has_unknown_directives: data(group).any(|(_, own)| !own.unknown.is_empty()),
            has_diffs: data(group).any(|(_, own)| !own.diffs.is_empty()),
            source_count: data(group).map(|(_, own)| own.sources.len()).sum(),
            sources: KeptAnswer::default(),
        }
    }
}
