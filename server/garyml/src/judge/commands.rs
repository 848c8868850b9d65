//! Commands that neither documentation nor hosts know, where the workspace defines commands at all.

use std::sync::Arc;

use agmark_syntax::nearest::nearest;
use agmark_syntax::{Diagnostic, Document, Edit, World};

use crate::names::COMMAND;
use crate::rules::{unknown_command, unknown_directive};
use crate::vocabulary::{self, DIRECTIVES};

pub(super) fn judge(document: &Document, world: &dyn World, found: &mut Vec<Diagnostic>) {
    let mut known: Option<Vec<Arc<str>>> = None;
    for (start, chunk) in document.judged() {
        for reference in chunk.facts().references.iter().filter(|r| r.name.space == COMMAND) {
            let name = &reference.name;
            let here = document.names().get(name).is_some_and(|o| !o.definitions.is_empty());
            if here || vocabulary::command(&name.text).is_some() || world.defines(name) {
                continue;
            }
            let span = reference.span.shifted(start);
            if let Some(directive) = DIRECTIVES.iter().find(|d| d.name.eq_ignore_ascii_case(&name.text)) {
                let message =
                    format!("\".{name}\" is a command: did you mean the directive \".{}\"?", directive.name);
                let edit = Edit::replace(span, directive.name);
                let title = format!("write .{}", directive.name);
                found.push(unknown_directive::RULE.at(span, message).suggest(title, vec![edit]));
                continue;
            }
            let known = known.get_or_insert_with(|| all(document, world));
            if known.is_empty() {
                continue;
            }
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
