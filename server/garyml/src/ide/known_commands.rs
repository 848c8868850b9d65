//! The commands that can be called from a document: those of the workspace's documentation, and the built-in ones.

use std::collections::HashSet;

use agmark_syntax::{Document, Name, World, work};

use crate::analysis::defined_commands::{DefinedCommand, DefinedCommands};
use crate::analysis::namespaces::COMMAND;
use crate::vocabulary::{self, COMMANDS};

/// A command of the workspace or of all hosts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KnownCommand {
    pub name: String,
    pub doc: String,
    /// Each with its description.
    pub parameters: Vec<(String, String)>,
    /// The path of the file that defines it, relative to this document; `None` for this document.
    pub file: Option<String>,
    /// Its definition in that file, in bytes; `None` for a built-in command.
    pub at: Option<usize>,
    pub built_in: bool,
}

/// All commands: those of the document, of other files, and the built-in ones, each name once.
pub(crate) fn all(document: &Document, world: &dyn World) -> Vec<KnownCommand> {
    let own = document
        .chunks()
        .iter()
        .filter_map(|(start, chunk)| Some((start, chunk.summary::<DefinedCommands>()?)));
    let mut all: Vec<KnownCommand> =
        own.flat_map(|(start, commands)| commands.iter().map(move |d| defined(d, None, start))).collect();
    for path in world.files_with_summary() {
        let file = world.relative(&path);
        for (start, shared) in world.summaries(&file).iter() {
            let Some(commands) = shared.get::<DefinedCommands>() else { continue };
            all.extend(commands.iter().map(|d| defined(d, Some(file.clone()), *start)));
        }
    }
    with_built_in(all)
}

/// The commands that a completion offers for a word: see [`agmark_syntax::names::Names::offered`].
pub(crate) fn offered(document: &Document, world: &dyn World, word: &str) -> Vec<KnownCommand> {
    let names = document.names().offered(COMMAND, word);
    let wanted: HashSet<&str> = names.iter().map(|name| &*name.text).collect();
    let mut all = Vec::new();
    for (start, chunk) in document.chunks_defining(&names) {
        let commands = chunk.summary::<DefinedCommands>().into_iter().flat_map(|all| all.iter());
        let own = commands.filter(|command| wanted.contains(command.name.as_str()));
        all.extend(own.map(|command| defined(command, None, start)));
    }
    let others = world.offered(COMMAND, word, &|_| true);
    all.extend(others.iter().filter_map(|name| elsewhere(world, &Name::new(COMMAND, name))));
    with_built_in(all)
}

/// These commands and the built-in ones, each name once.
fn with_built_in(mut all: Vec<KnownCommand>) -> Vec<KnownCommand> {
    all.extend(COMMANDS.iter().map(built_in));
    let mut seen = HashSet::new();
    all.retain(|known| seen.insert(known.name.clone()));
    all
}

/// The command of this name. Only the piece or the file that defines it is read.
pub(crate) fn named(document: &Document, world: &dyn World, name: &str) -> Option<KnownCommand> {
    let word = Name::new(COMMAND, name);
    if let Some(place) = document.definitions(&word).first() {
        let (start, chunk) = document.chunk_at(place.span.start as usize)?;
        let commands: &DefinedCommands = chunk.analysis().summary.as_ref()?.get()?;
        let command = commands.iter().find(|command| command.name == name)?;
        return Some(defined(command, None, start));
    }
    elsewhere(world, &word).or_else(|| vocabulary::command(name).map(built_in))
}

/// A command that another file defines.
fn elsewhere(world: &dyn World, name: &Name) -> Option<KnownCommand> {
    let place = world.definitions(name, true).into_iter().next()?;
    let file = world.relative(&place.path);
    let shared = world.summaries(&file);
    let after = shared.partition_point(|(start, _)| *start <= place.span.start as usize);
    let (start, commands) = shared.get(after.checked_sub(1)?)?;
    let command = commands.get::<DefinedCommands>()?.iter().find(|command| *command.name == *name.text)?;
    Some(defined(command, Some(file), *start))
}

fn built_in(command: &vocabulary::Command) -> KnownCommand {
    let parameter = |p: &vocabulary::Parameter| (p.name.to_owned(), p.doc.to_owned());
    KnownCommand {
        name: command.name.to_owned(),
        doc: command.doc.to_owned(),
        parameters: command.parameters.iter().map(parameter).collect(),
        file: None,
        at: None,
        built_in: true,
    }
}

/// A command that is defined in a piece of a file; the piece starts at the byte `start`.
fn defined(command: &DefinedCommand, file: Option<String>, start: usize) -> KnownCommand {
    work::add(1);
    KnownCommand {
        name: command.name.clone(),
        doc: command.doc.clone(),
        parameters: command.parameters.clone(),
        file,
        at: Some(start + command.span.start as usize),
        built_in: false,
    }
}

impl KnownCommand {
    /// The text for hovers and lists.
    pub fn markdown(&self) -> String {
        let parameters = self.parameters.iter().map(|(name, _)| name);
        let signature = crate::analysis::defined_commands::signature(&self.name, parameters);
        let mut out = format!("`{signature}`");
        if self.built_in {
            out.push_str(" (every host has it)");
        }
        if !self.doc.trim().is_empty() {
            out.push_str(&format!("\n\n{}", self.doc.trim()));
        }
        for (i, (name, doc)) in self.parameters.iter().enumerate() {
            out.push_str(if i == 0 { "\n\n" } else { "\n" });
            let doc = doc.trim();
            out.push_str(&if doc.is_empty() { format!("- `{name}`") } else { format!("- `{name}`: {doc}") });
        }
        out
    }
}
