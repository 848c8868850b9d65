//! ANML, the Agent Native Markup Language: what an agent sees of a screen, a terminal, a database.

pub mod actions;
mod acts;
pub mod aria;
mod assist;
mod chars;
mod context;
mod cuts;
pub mod diff;
mod element;
mod entry;
mod facts;
mod format;
mod front;
mod front_matter;
mod head;
pub mod html;
mod json;
mod judge;
mod levels;
mod limits;
mod line;
mod links;
mod made;
mod marks;
mod node;
mod order;
mod row;
mod rules;
mod script;
mod snapshot;
pub mod stream;
mod symbols;
#[cfg(test)]
mod tests;
pub mod tokens;
pub mod tree;
mod users;
pub mod view;
mod vocabulary;

pub use chars::is_ref;
pub use script::Script;

use std::sync::Arc;

use agmark_syntax::head::is_foreign;
use agmark_syntax::{
    Diagnostic, Document, Facts, Format, Formatted, LineScan, Meaning, Name, Piece, Rule, State, World,
};
use tree_sitter::Language;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anml;

impl Format for Anml {
    fn name(&self) -> &'static str {
        "anml"
    }

    fn title(&self) -> &'static str {
        "ANML"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["anml"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["anml"]
    }

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, head::sign)
    }

    fn grammar(&self) -> Language {
        tree_sitter_anml::LANGUAGE.into()
    }

    fn highlights(&self) -> &'static str {
        tree_sitter_anml::HIGHLIGHTS_QUERY
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::from(state))
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts::facts(piece)
    }

    fn rename(&self, _name: &Name, new: &str) -> Result<String, String> {
        let name = new.strip_prefix('#').unwrap_or(new);
        if chars::is_ref(name) {
            Ok(name.to_owned())
        } else {
            let allowed = "letters and digits, a letter first and a digit last, such as \"e1\"";
            Err(format!("\"{name}\" is not a ref: {allowed}"))
        }
    }

    fn meaning(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Meaning> {
        users::meaning(document, world, offset)
    }

    fn add_fixes(&self, document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
        rules::missing_ref::add_fixes(document, world, findings);
        rules::aria_snapshot::add_fixes(document, findings);
    }

    fn judge(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
        judge::judge(document, world)
    }

    fn format(&self, piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        Some(format::format(piece))
    }

    fn can_format(&self) -> bool {
        true
    }
}

/// Snapshots, and scripts of actions on them.
pub fn formats() -> Vec<Arc<dyn Format>> {
    vec![Arc::new(Anml), Arc::new(Script)]
}

/// A text in canonical form; what has errors is as it was.
pub fn canonical(text: &str) -> String {
    let document = Document::new(Arc::new(Anml), text);
    agmark_syntax::format::format_document(&document)
        .map_or_else(|| text.to_owned(), |formatted| formatted.text)
}
