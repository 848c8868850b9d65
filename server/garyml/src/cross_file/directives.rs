//! Unknown directives. A command that a file of the workspace defines may be meant.

use std::collections::HashMap;
use std::sync::Arc;

use agmark_syntax::nearest::{nearest, suggestion};
use agmark_syntax::{ChunkGroup, Diagnostic, Document, Name, World, work};

use super::chunk_group::{self, GroupQuestions};
use super::commands::Commands;
use crate::analysis::namespaces::COMMAND;
use crate::rules::unknown_directive::{IntendedName, finding};
use crate::vocabulary::{self, DIRECTIVES};

pub(super) fn check(
    document: &Document,
    groups: &[(ChunkGroup<'_>, Arc<GroupQuestions>)],
    world: &dyn World,
    found: &mut Vec<Diagnostic>,
) {
    let mut commands = Commands::new(document, world);
    // Each name is looked up once: a document may use it ten thousand times.
    let mut verdicts: HashMap<&str, IntendedName> = HashMap::new();
    for (group, _) in groups.iter().filter(|(_, questions)| questions.has_unknown_directives) {
        for (start, own) in chunk_group::data(group) {
            for directive in &own.unknown {
                let name = directive.name.as_str();
                let verdict = verdicts.entry(name).or_insert_with(|| verdict(name, &mut commands));
                found.push(finding(name, directive.span.shifted(start), verdict));
            }
        }
    }
}

fn verdict(name: &str, commands: &mut Commands<'_>) -> IntendedName {
    work::add(1);
    let mut letters = name.chars();
    let small: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
    if commands.has(&Name::new(COMMAND, &small)) {
        return IntendedName::Command(small);
    }
    let mut built_in = vocabulary::COMMANDS.iter().map(|c| c.name);
    if let Some(command) = built_in.find(|c| c.eq_ignore_ascii_case(name)) {
        return IntendedName::Command(command.to_owned());
    }
    if let Some(near) = suggestion(name, DIRECTIVES.iter().map(|d| d.name), |_| false) {
        return IntendedName::Directive(near);
    }
    let near = nearest(&small, commands.all());
    near.map_or(IntendedName::Nothing, |near| {
        let near = near.to_owned();
        if near.eq_ignore_ascii_case(name) {
            IntendedName::Command(near)
        } else {
            IntendedName::NearCommand(near)
        }
    })
}
