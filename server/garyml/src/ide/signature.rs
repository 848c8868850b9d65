//! The signature of the command at the cursor.

use crate::syntax::indent::Indent;
use agmark_syntax::{Document, Parameter, Signature, World};

use super::cursor::{CursorContext, CursorRegion, Owner};
use super::known_commands::{self, KnownCommand};
use crate::analysis::defined_commands;
use crate::syntax::header_kind::HeaderKind;

pub(crate) fn signature(document: &Document, world: &dyn World, offset: usize) -> Option<Signature> {
    let around = CursorContext::new(document, offset)?;
    let structure = around.structure();
    if around.inside(&structure, offset) == CursorRegion::Block {
        return None;
    }
    let (before, _) = around.line(offset);
    let words = before.trim_start_matches([' ', '\t']);
    let owner = if words.starts_with('.') {
        // Only after the name.
        words.contains([' ', '\t']).then_some(())?;
        around.header(&structure, around.header_at(&structure, offset)?)
    } else {
        around.owner(&structure, offset, Indent::of(before).width)?
    };
    let (label, documentation, parameters) = match known(document, world, &owner) {
        Some(known) => {
            let label =
                defined_commands::signature(&known.name, known.parameters.iter().map(|(name, _)| name));
            (label, known.doc.trim().to_owned(), known.parameters)
        }
        None => {
            let directive = owner.kind.directive().filter(|d| !d.parameters.is_empty())?;
            let shown = |p: &crate::vocabulary::Parameter| (p.name.to_owned(), p.doc.to_owned());
            let parameters: Vec<_> = directive.parameters.iter().map(shown).collect();
            let label = defined_commands::signature(directive.name, parameters.iter().map(|(name, _)| name));
            (label, directive.doc.to_owned(), parameters)
        }
    };
    if parameters.is_empty() {
        return None;
    }
    let key = key(words);
    let active = parameters.iter().position(|(name, _)| Some(name.as_str()) == key);
    let parameters =
        parameters.into_iter().map(|(name, doc)| Parameter { label: name, documentation: doc }).collect();
    Some(Signature { label, documentation, parameters, active })
}

fn known(document: &Document, world: &dyn World, owner: &Owner) -> Option<KnownCommand> {
    if owner.kind != HeaderKind::Command || owner.documented {
        return None;
    }
    known_commands::named(document, world, &owner.name)
}

/// The key of the value at the cursor.
fn key(words: &str) -> Option<&str> {
    let word = |text: &str| text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'));
    if words.starts_with('.') {
        let last = words.rsplit([' ', '\t']).next()?;
        let in_line = last.split_once('=').map(|(key, _)| key);
        let at_end = || words.rsplit_once(": ").and_then(|(before, _)| before.rsplit([' ', '\t']).next());
        return in_line.or_else(at_end).filter(|key| word(key));
    }
    words.split_once(':').map(|(key, _)| key.trim_end()).filter(|key| word(key))
}
