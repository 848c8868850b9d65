//! Arguments that a documented command does not take.

use std::collections::HashMap;

use agmark_syntax::{Diagnostic, Document, Name, World};

use crate::commands::SharedCommands;
use crate::names::COMMAND;
use crate::own::{Call, Own};
use crate::rules::unknown_parameter;

pub(super) fn judge(document: &Document, world: &dyn World, found: &mut Vec<Diagnostic>) {
    // Each command is looked up once: a document may call it ten thousand times.
    let mut known: HashMap<&str, Option<Vec<String>>> = HashMap::new();
    for (start, chunk) in document.judged() {
        let Some(own) = Own::kept(chunk) else { continue };
        for call in &own.calls {
            let takes = known.entry(&call.name).or_insert_with(|| parameters(document, world, &call.name));
            if let Some(takes) = takes {
                found.extend(findings(call, takes).map(|finding| finding.shifted(start)));
            }
        }
    }
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

/// The parameters of a command, of all its definitions; none where no definition names any: then it is not known what
/// the command takes.
fn parameters(document: &Document, world: &dyn World, command: &str) -> Option<Vec<String>> {
    let name = Name::new(COMMAND, command);
    let own = document.definitions(&name).into_iter().filter_map(|definition| {
        let (_, chunk) = document.chunk_at(definition.span.start as usize)?;
        chunk.facts().shared.clone()
    });
    let own: Vec<_> = own.collect();
    let mut files: Vec<_> = world.definitions(&name, true).into_iter().map(|place| place.path).collect();
    files.dedup();
    let others = files.iter().flat_map(|path| world.shared(&world.relative(path)));
    let mut all: Vec<String> = Vec::new();
    for shared in own.into_iter().chain(others.map(|(_, shared)| shared)) {
        let Some(commands) = shared.get::<SharedCommands>() else { continue };
        for defined in commands.iter().filter(|defined| defined.name == command) {
            for (parameter, _) in &defined.parameters {
                if !all.contains(parameter) {
                    all.push(parameter.clone());
                }
            }
        }
    }
    (!all.is_empty()).then_some(all)
}
