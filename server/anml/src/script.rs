//! Scripts of actions (`.anmla`) as documents of an editor: one chunk, whose refs are those of a snapshot.

mod assist;
mod suppress;

use std::sync::Arc;

use agmark_syntax::head::is_foreign;
use agmark_syntax::{
    Diagnostic, Document, Edit, Facts, Format, LineScan, Link, LinkKind, Meaning, Name, Piece, Reference,
    Rule, Shared, Span, State, Symbol, SymbolKind, Target, World,
};
use tree_sitter::Language;

use crate::actions::line::tokens;
use crate::actions::{against_span, findings, rules};
use crate::chars::is_ref;
use crate::facts::REF;
use crate::users::{Role, Use, Uses, What};
use crate::{head, judge, users};

pub(crate) use suppress::allows;

/// The snapshot of a script that names none: the file of the same name.
const SIBLING: &str = "*.anml";

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Script;

impl Format for Script {
    fn name(&self) -> &'static str {
        "anml"
    }

    fn title(&self) -> &'static str {
        "ANML actions"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["anmla"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["anmla"]
    }

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, head::script_sign)
    }

    fn grammar(&self) -> Language {
        tree_sitter_anml::ACTIONS_LANGUAGE.into()
    }

    fn highlights(&self) -> &'static str {
        tree_sitter_anml::ACTIONS_HIGHLIGHTS_QUERY
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn scan(&self, _state: &State) -> Box<dyn LineScan> {
        Box::new(Whole)
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts(piece.text)
    }

    fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
        crate::Anml.rename(name, new)
    }

    fn meaning(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Meaning> {
        users::meaning(document, world, offset)
    }

    fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        Some(suppress::edit(document, span, rule, whole_file))
    }

    fn missing_file(&self, _link: &Link) -> Option<&'static Rule> {
        Some(&rules::MISSING_SNAPSHOT)
    }

    fn judge(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
        let text = document.text().slice(0..document.text().len());
        let path = against_span(&text).map_or(SIBLING, |span| span.text(&text));
        match judge::targets(world, path) {
            Some(targets) => findings(&text, Some(&targets)),
            None => Vec::new(),
        }
    }
}

/// A script is never cut: what snapshot it is for, all of its lines have to know.
struct Whole;

impl LineScan for Whole {
    fn may_cut(&self, _line: &str) -> bool {
        false
    }

    fn pass(&mut self, _line: &str) {}

    fn state(&self) -> State {
        State::default()
    }
}

fn facts(text: &str) -> Facts {
    let mut facts = Facts {
        diagnostics: findings(text, None),
        allows: suppress::allows(text),
        judged: true,
        ..Facts::default()
    };
    let against = against_span(text);
    if let Some(span) = against {
        let target = span.text(text).to_owned();
        facts.links.push(Link { span, kind: LinkKind::File, target });
    }
    let path: Arc<str> = against.map_or(SIBLING, |span| span.text(text)).into();
    let mut uses = Uses { what: What::Script, about: Some((&*path).into()), refs: Vec::new() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let all = tokens(line);
        for token in all.iter().filter(|token| token.text.strip_prefix('#').is_some_and(is_ref)) {
            let at = start + token.at;
            let span = Span::new(at + 1, at + token.text.len());
            let target = Target::Other(Arc::clone(&path));
            uses.refs.push(Use { name: span.text(text).into(), span, role: Role::Reference });
            facts.references.push(Reference {
                name: Name::new(REF, span.text(text)),
                span,
                target,
                resolved: None,
            });
        }
        if let (Some(first), Some(last)) = (all.first(), all.last()) {
            let span = Span::new(start + first.at, start + last.at + last.text.len());
            facts.symbols.push(Symbol {
                name: span.text(text).to_owned(),
                detail: String::new(),
                kind: SymbolKind::Event,
                depth: 0,
                span,
                selection: span,
                extends: false,
                global: false,
            });
        }
        start += line.len();
    }
    facts.shared = Some(Shared::new(uses));
    facts
}
