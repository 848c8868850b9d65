//! Completions of directives and commands after a dot.

use agmark_syntax::{Completion, Edit, SymbolKind};

use super::position::CompletionPosition;
use crate::ide::cursor::Owner;
use crate::ide::{hover, known_commands, snippet};
use crate::syntax::header_kind::HeaderKind;
use crate::vocabulary::{ContentModel, DIRECTIVES, Directive};

/// The largest number of parameters in a snippet.
const FILLED: usize = 8;

pub(super) fn offers(at: &CompletionPosition<'_>, typed: &str) -> Vec<Completion> {
    let owner = at.around.owner(at.structure, at.offset, at.indent);
    let content = owner.as_ref().and_then(|o| o.kind.content());
    let span = at.word(typed);
    let first = at.is_first_header();
    let offered = DIRECTIVES.iter().filter(|d| fits(d, owner.as_ref()) && (first || d.name != "GaryML"));
    let directives = offered.map(|directive| {
        let text = if at.at_line_end() {
            snippet::directive(directive, &at.unit())
        } else {
            directive.name.to_owned()
        };
        Completion {
            label: directive.name.to_owned(),
            kind: SymbolKind::Class,
            detail: "directive".to_owned(),
            documentation: hover::of_directive(directive),
            edit: Edit::replace(span, text),
            snippet: at.at_line_end(),
        }
    });
    let directives: Vec<_> = directives.collect();
    // Definitions of commands have new names.
    let defining = owner.as_ref().is_some_and(|o| o.documented)
        || matches!(content, Some(ContentModel::Definitions | ContentModel::Sections));
    let commands = if owner.is_none() || defining { Vec::new() } else { commands(at, span, typed) };
    match content {
        Some(ContentModel::Commands) => commands.into_iter().chain(directives).collect(),
        _ => directives.into_iter().chain(commands).collect(),
    }
}

/// The same on an empty line without a dot.
pub(super) fn with_dots(at: &CompletionPosition<'_>) -> Vec<Completion> {
    let mut all = offers(at, "");
    // Commands and text contain no commands.
    let owner = at.around.owner(at.structure, at.offset, at.indent);
    let holds_commands = owner.is_some_and(|owner| {
        matches!(owner.kind.content(), Some(ContentModel::Commands | ContentModel::Anything))
    });
    all.retain(|offer| holds_commands || offer.kind != SymbolKind::Function);
    for one in &mut all {
        one.edit.text.insert(0, '.');
        one.label.insert(0, '.');
    }
    all
}

fn commands(at: &CompletionPosition<'_>, span: agmark_syntax::Span, typed: &str) -> Vec<Completion> {
    let unit = at.unit();
    let offer = |known: known_commands::KnownCommand| {
        let names = known.parameters.iter().map(|(name, _)| name.as_str()).take(FILLED);
        let fill = at.at_line_end();
        let text = if fill { snippet::command(&known.name, names, &unit) } else { known.name.clone() };
        let detail = match (&known.file, known.built_in) {
            (Some(file), _) => format!("command, {file}"),
            (None, true) => "command, built in".to_owned(),
            (None, false) => "command".to_owned(),
        };
        Completion {
            documentation: known.markdown(),
            label: known.name,
            kind: SymbolKind::Function,
            detail,
            edit: Edit::replace(span, text),
            snippet: fill,
        }
    };
    known_commands::offered(at.document, at.world, typed).into_iter().map(offer).collect()
}

/// Whether a header may contain a directive.
fn fits(directive: &Directive, owner: Option<&Owner>) -> bool {
    let Some(owner) = owner else { return directive.name != "Section" };
    match (owner.kind, owner.kind.content()) {
        (HeaderKind::Command, _) => false,
        _ if directive.name == "Section" => owner.documented || owner.kind.is("Documentation"),
        (_, Some(content)) => {
            directive.name != "GaryML" && crate::rules::misplaced_directive::may_hold(content, directive.name)
        }
        _ => directive.name != "GaryML",
    }
}
