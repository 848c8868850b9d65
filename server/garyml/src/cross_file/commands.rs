//! Commands that neither the documentation defines nor hosts know, if the workspace defines any commands.

use std::collections::HashMap;
use std::sync::Arc;

use agmark_syntax::nearest::{Suggestion, suggestion};
use agmark_syntax::{ArcStr, ChunkGroup, Diagnostic, Document, Edit, Name, Span, World};

use super::chunk_group::GroupQuestions;
use crate::analysis::namespaces::COMMAND;
use crate::rules::{unknown_command, unknown_directive};
use crate::vocabulary::{self, DIRECTIVES};

/// The diagnostic of a command, if there is one. Each name is looked up once: a document may use it ten thousand times.
enum Verdict {
    Known,
    /// Its name is that of a directive, except for case.
    Directive(&'static str),
    /// Nothing defines it; with a suggestion.
    Unknown(Option<Suggestion>),
}

pub(super) fn check(
    document: &Document,
    groups: &[(ChunkGroup<'_>, Arc<GroupQuestions>)],
    world: &dyn World,
    found: &mut Vec<Diagnostic>,
) {
    let mut commands = Commands::new(document, world);
    let mut verdicts: HashMap<&Name, Verdict> = HashMap::new();
    for (group, questions) in groups {
        let mut is_known = true;
        for name in &questions.commands {
            let verdict = verdicts.entry(name).or_insert_with(|| commands.verdict(name));
            is_known &= matches!(verdict, Verdict::Known);
        }
        if is_known {
            continue;
        }
        for (start, chunk) in group.cross_file_chunks() {
            for reference in &chunk.analysis().references {
                if let Some(verdict) = verdicts.get(&reference.name) {
                    let span = reference.span.shifted(group.start + start);
                    found.extend(finding(&reference.name, span, verdict));
                }
            }
        }
    }
}

fn finding(name: &Name, span: Span, verdict: &Verdict) -> Option<Diagnostic> {
    match verdict {
        Verdict::Known => None,
        Verdict::Directive(directive) => {
            let message = format!("\".{name}\" is a command: did you mean the directive \".{directive}\"?");
            let edit = Edit::replace(span, *directive);
            Some(unknown_directive::RULE.at(span, message).suggest(format!("write .{directive}"), vec![edit]))
        }
        Verdict::Unknown(near) => {
            let finding = unknown_command::RULE.at(span, format!("undefined command \"{name}\""));
            Some(finding.nearest(span, near.clone()))
        }
    }
}

/// The commands that a document can call.
pub(super) struct Commands<'a> {
    document: &'a Document,
    world: &'a dyn World,
    /// The commands that the workspace defines, collected when they are first needed.
    defined: Option<Vec<ArcStr>>,
}

impl<'a> Commands<'a> {
    pub fn new(document: &'a Document, world: &'a dyn World) -> Self {
        Self { document, world, defined: None }
    }

    /// Whether documentation in this or another file or every host defines a command.
    pub fn has(&self, name: &Name) -> bool {
        let here = self.document.names().get(name).is_some_and(|o| !o.definitions.is_empty());
        here || vocabulary::command(&name.text).is_some() || self.world.defines(name)
    }

    /// The names of all commands.
    pub fn all(&mut self) -> impl Iterator<Item = &str> + Clone {
        let built_in = vocabulary::COMMANDS.iter().map(|c| c.name);
        self.defined().iter().map(|name| &**name).chain(built_in)
    }

    /// The commands that this file and the others define.
    fn defined(&mut self) -> &[ArcStr] {
        let (document, world) = (self.document, self.world);
        self.defined.get_or_insert_with(|| {
            let names = document.names().iter();
            let own = names.filter(|(name, o)| name.space == COMMAND && !o.definitions.is_empty());
            own.map(|(name, _)| name.text.clone()).chain(world.names(COMMAND)).collect()
        })
    }

    fn verdict(&mut self, name: &Name) -> Verdict {
        if self.has(name) {
            return Verdict::Known;
        }
        if let Some(directive) = DIRECTIVES.iter().find(|d| d.name.eq_ignore_ascii_case(&name.text)) {
            return Verdict::Directive(directive.name);
        }
        if self.defined().is_empty() {
            return Verdict::Known;
        }
        Verdict::Unknown(suggestion(&name.text, self.all(), |_| false))
    }
}
