//! Commands that neither documentation nor hosts know, where the workspace defines commands at all.

use std::sync::Arc;

use agmark_syntax::nearest::nearest;
use agmark_syntax::{Diagnostic, Document, World};

use crate::names::COMMAND;
use crate::rules::unknown_command;
use crate::vocabulary;

pub(super) fn judge(document: &Document, world: &dyn World, found: &mut Vec<Diagnostic>) {
    let mut known: Option<Vec<Arc<str>>> = None;
    for (start, chunk) in document.judged() {
        for reference in chunk.facts().references.iter().filter(|r| r.name.space == COMMAND) {
            let name = &reference.name;
            let here = document.names().get(name).is_some_and(|o| !o.definitions.is_empty());
            if here || vocabulary::command(&name.text).is_some() || world.defines(name) {
                continue;
            }
            let known = known.get_or_insert_with(|| all(document, world));
            if known.is_empty() {
                return;
            }
            let span = reference.span.shifted(start);
            let words = known.iter().map(|name| &**name).chain(vocabulary::COMMANDS.iter().map(|c| c.name));
            let near = nearest(&name.text, words);
            let finding = unknown_command::RULE.at(span, format!("command \"{name}\" is not defined"));
            found.push(finding.nearest(span, near));
        }
    }
}

/// The commands that this file and the others define.
fn all(document: &Document, world: &dyn World) -> Vec<Arc<str>> {
    let own = document.names().iter().filter(|(name, o)| name.space == COMMAND && !o.definitions.is_empty());
    own.map(|(name, _)| Arc::clone(&name.text)).chain(world.names(COMMAND)).collect()
}
