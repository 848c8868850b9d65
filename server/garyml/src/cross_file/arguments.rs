//! Arguments that a documented command does not take.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use agmark_syntax::{ChunkGroup, Diagnostic, Document, Name, World, work};

use super::chunk_group::{self, GroupQuestions};
use crate::analysis::chunk_data::Call;
use crate::analysis::defined_commands::DefinedCommands;
use crate::analysis::namespaces::COMMAND;
use crate::rules::unknown_parameter;

pub(super) fn check(
    document: &Document,
    groups: &[(ChunkGroup<'_>, Arc<GroupQuestions>)],
    world: &dyn World,
    found: &mut Vec<Diagnostic>,
) {
    // Each command is looked up once: a document may call it ten thousand times.
    let mut known: HashMap<&str, Option<Vec<String>>> = HashMap::new();
    let mut definitions = Definitions::default();
    for (group, questions) in groups {
        let takes = questions.calls.iter().map(|name| {
            let look_up = || definitions.parameters(document, world, name);
            known.entry(name).or_insert_with(look_up).clone()
        });
        let takes: Vec<_> = takes.collect();
        if takes.iter().any(Option::is_some) {
            let in_group = in_group(group, questions, takes);
            found.extend(in_group.iter().map(|finding| finding.clone().shifted(group.start)));
        }
    }
}

/// The diagnostics of a group, from the last time if its commands take the same parameters.
fn in_group(
    group: &ChunkGroup<'_>,
    questions: &GroupQuestions,
    takes: Vec<Option<Vec<String>>>,
) -> Arc<Vec<Diagnostic>> {
    let mut last = questions.arguments.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, found)) = &*last
        && *of == takes
    {
        return Arc::clone(found);
    }
    let known: HashMap<&str, &Vec<String>> = questions
        .calls
        .iter()
        .zip(&takes)
        .filter_map(|(name, takes)| Some((name.as_str(), takes.as_ref()?)))
        .collect();
    let mut found = Vec::new();
    for (start, own) in chunk_group::data(group) {
        for call in &own.calls {
            if let Some(takes) = known.get(call.name.as_str()) {
                found.extend(findings(call, takes).map(|finding| finding.shifted(start - group.start)));
            }
        }
    }
    let found = Arc::new(found);
    *last = Some((takes, Arc::clone(&found)));
    found
}

fn findings<'a>(call: &'a Call, takes: &'a [String]) -> impl Iterator<Item = Diagnostic> + 'a {
    let unknown = call.arguments.iter().filter(|argument| !takes.contains(&argument.key));
    unknown.map(|argument| {
        let name = format!(".{}", call.name);
        let takes = || takes.iter().map(String::as_str);
        let given = |name: &str| call.arguments.iter().any(|argument| argument.key == name);
        unknown_parameter::finding(&argument.key, argument.span, &name, takes, given)
    })
}

/// The parameters of the commands of the workspace. Each file is read once: it may define ten thousand commands.
#[derive(Default)]
struct Definitions {
    files: HashMap<Arc<Path>, HashMap<String, Vec<String>>>,
}

impl Definitions {
    /// The parameters of a command, of all its definitions; `None` if no definition lists any.
    fn parameters(&mut self, document: &Document, world: &dyn World, command: &str) -> Option<Vec<String>> {
        let name = Name::new(COMMAND, command);
        let mut all: Vec<String> = Vec::new();
        for definition in document.definitions(&name) {
            let chunk = document.chunk_at(definition.span.start as usize).map(|(_, chunk)| chunk);
            let commands = chunk.and_then(|c| c.summary::<DefinedCommands>());
            let here = commands.into_iter().flatten().filter(|defined| defined.name == command);
            here.flat_map(|defined| &defined.parameters).for_each(|(parameter, _)| add(&mut all, parameter));
        }
        let mut files: Vec<_> = world.definitions(&name, true).into_iter().map(|place| place.path).collect();
        files.dedup();
        for path in files {
            let known = self.files.entry(path).or_insert_with_key(|path| in_file(world, path));
            known.get(command).into_iter().flatten().for_each(|parameter| add(&mut all, parameter));
        }
        (!all.is_empty()).then_some(all)
    }
}

/// The parameters of each command that the file at `path` defines.
fn in_file(world: &dyn World, path: &Path) -> HashMap<String, Vec<String>> {
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    for (_, shared) in world.summaries(&world.relative(path)).iter() {
        for defined in shared.get::<DefinedCommands>().into_iter().flatten() {
            work::add(1);
            let all = known.entry(defined.name.clone()).or_default();
            defined.parameters.iter().for_each(|(parameter, _)| add(all, parameter));
        }
    }
    known
}

fn add(all: &mut Vec<String>, parameter: &String) {
    if !all.contains(parameter) {
        all.push(parameter.clone());
    }
}
