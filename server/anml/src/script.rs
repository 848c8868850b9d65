//! Scripts of actions (`.anmla`) as documents of an editor: one chunk, whose refs are those of a snapshot.

mod action;
pub mod actions;
mod ide;
pub(crate) mod line;
mod rules;

use std::sync::Arc;

use agmark_syntax::detection::is_foreign;
use agmark_syntax::{
    Completion, Document, Edit, Findings, Format, FormatInfo, Hover, LineScan, Link, LinkKind, Name, Piece,
    Reference, Resolution, Span, State, SuppressionKind, Symbol, SymbolKind, Target, Triggers, WantedUses,
    World,
};

use crate::analysis::Analysis;
use crate::cross_file::summary::Summary;
use crate::cross_file::uses::{RefRole, RefUse, RefUses, UserKind};
use crate::ide::completion::items::line_of;
use crate::syntax::chars::is_ref;
use crate::syntax::detection;
use crate::syntax::refs::REF;
use crate::{cross_file, resolve};
use actions::against_span;
use line::tokens;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Script;

impl Format for Script {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["anmla"],
        extensions: &["anmla"],
        highlights: tree_sitter_anml::ACTIONS_HIGHLIGHTS_QUERY,
        rules: &rules::RULES,
        missing_import: Some(&rules::missing_snapshot::RULE.rule),
        missing_file: Some(&rules::missing_snapshot::RULE.rule),
        triggers: Triggers { completion: &['#', ' ', ':'], signature: &[], on_type: &[] },
        ..FormatInfo::new("anml", "ANML actions", tree_sitter_anml::ACTIONS_LANGUAGE)
    };
    type Chunk = ();
    type Summary = Summary;

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, detection::script_sign)
    }

    fn scan(&self, _state: &State) -> Box<dyn LineScan> {
        Box::new(Whole)
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis {
        analyze(piece.text)
    }

    fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
        crate::Anml.check_name(name, new)
    }

    fn resolve(
        &self,
        document: &Document,
        world: &dyn World,
        offset: usize,
        _: WantedUses,
    ) -> Option<Resolution> {
        resolve::resolve(document, world, offset)
    }

    fn suppress(&self, document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
        Some(crate::suppress::edit(document, span, rule, kind))
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        let text = document.text().slice(0..document.text().len());
        match cross_file::targets(world, actions::snapshot_path(&text)) {
            Some(targets) => rules::check_elements(&text, &targets).into(),
            None => Findings::default(),
        }
    }

    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover(document, world, offset)
    }

    fn describe(&self, _name: &Name, whole: &str) -> String {
        line_of(whole).split([' ', '#']).next().unwrap_or("").to_owned()
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completions(document, world, offset)
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

fn analyze(text: &str) -> Analysis {
    let mut analysis = Analysis {
        diagnostics: rules::check(text),
        suppressions: crate::suppress::suppressions(text),
        cross_file: true,
        ..Analysis::default()
    };
    let against = against_span(text);
    if let Some(span) = against {
        let target = span.text(text).to_owned();
        analysis.links.push(Link { span, kind: LinkKind::File, target });
    }
    let path: Arc<str> = actions::snapshot_path(text).into();
    let mut uses = RefUses { kind: UserKind::Script, about: Some((&*path).into()), refs: Vec::new() };
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let all = tokens(line);
        for token in all.iter().filter(|token| token.text.strip_prefix('#').is_some_and(is_ref)) {
            let at = start + token.at;
            let span = Span::new(at + 1, at + token.text.len());
            let target = Target::Other(Arc::clone(&path));
            uses.refs.push(RefUse { name: span.text(text).into(), span, role: RefRole::Reference });
            analysis.references.push(Reference {
                name: Name::new(REF, span.text(text)),
                span,
                target,
                resolved: None,
            });
        }
        if let (Some(first), Some(last)) = (all.first(), all.last()) {
            let span = Span::new(start + first.at, start + last.at + last.text.len());
            analysis.symbols.push(Symbol {
                name: span.text(text).into(),
                detail: Box::default(),
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
    analysis.summary = Some(Summary::User(uses));
    analysis
}
