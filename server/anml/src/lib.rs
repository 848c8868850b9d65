//! ANML, the Agent Native Markup Language: what an agent sees of a screen, a terminal, a database.

pub mod actions;
mod acts;
mod analysis;
pub mod aria;
mod chars;
mod context;
mod cross_file;
mod cuts;
pub mod diff;
mod element;
mod entry;
mod format;
mod front;
mod front_matter;
mod head;
pub mod html;
mod ide;
mod json;
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
mod summary;
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

use agmark_syntax::detection::is_foreign;
use agmark_syntax::{
    Action, AnyFormat, Completion, Diagnostic, Document, Edit, Format, FormatInfo, Formatted, Hover, Lens,
    LensOptions, LineScan, Name, Outcome, Piece, Request, Resolution, Span, State, Triggers, World,
};

use analysis::Analysis;
use summary::Summary;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anml;

impl Format for Anml {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["anml"],
        extensions: &["anml"],
        highlights: tree_sitter_anml::HIGHLIGHTS_QUERY,
        rules: rules::RULES,
        can_format: true,
        triggers: Triggers { completion: &['#', '[', '=', ' ', ':'], signature: &[], on_type: &['\n', '|'] },
        commands: ide::commands::COMMANDS,
        ..FormatInfo::new("anml", "ANML", tree_sitter_anml::LANGUAGE)
    };
    type Chunk = ();
    type Summary = Summary;

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, head::sign)
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::from(state))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis {
        analysis::analyze(piece)
    }

    fn check_name(&self, _name: &Name, new: &str) -> Result<String, String> {
        let name = new.strip_prefix('#').unwrap_or(new);
        if chars::is_ref(name) {
            Ok(name.to_owned())
        } else {
            let allowed = "letters and digits, a letter first and a digit last, such as \"e1\"";
            Err(format!("\"{name}\" is not a ref: {allowed}"))
        }
    }

    fn resolve(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Resolution> {
        users::resolve(document, world, offset)
    }

    fn add_fixes(&self, document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
        rules::missing_ref::add_fixes(document, world, findings);
        rules::aria_snapshot::add_fixes(document, findings);
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
        cross_file::check(document, world)
    }

    fn format(&self, piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        Some(format::format(piece))
    }

    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::hover(document, offset)
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::complete::complete(document, world, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        ide::typing::typed(document, offset, typed)
    }

    fn code_lenses(&self, document: &Document, _world: &dyn World, show: LensOptions) -> Vec<Lens> {
        ide::lens::lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _world: &dyn World, lens: &Lens) -> Option<String> {
        ide::lens::title(document, lens)
    }

    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        ide::actions::actions(document, world, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        ide::commands::execute(command, request)
    }
}

/// Snapshots, and scripts of actions on them.
pub fn formats() -> Vec<Arc<dyn AnyFormat>> {
    vec![Arc::new(Anml), Arc::new(Script)]
}

/// A text in canonical form; what has errors is as it was.
pub fn canonical(text: &str) -> String {
    let document = Document::new(Arc::new(Anml), text);
    agmark_syntax::format::format_document(&document)
        .map_or_else(|| text.to_owned(), |formatted| formatted.text)
}
