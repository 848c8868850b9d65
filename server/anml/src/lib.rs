//! ANML, the Agent Native Markup Language: what an agent sees of a screen, a terminal, a database.

mod analysis;
mod convert;
mod cross_file;
pub mod diff;
mod format;
mod ide;
mod resolve;
mod rules;
mod script;
mod suppress;
mod syntax;
#[cfg(test)]
mod tests;
pub mod tokens;
pub mod view;
mod vocabulary;

pub use crate::syntax::chars::is_ref;
pub use convert::{aria, html, tree};
pub use script::{Script, actions};
pub use syntax::stream;

use std::sync::Arc;

use agmark_syntax::detection::is_foreign;
use agmark_syntax::{
    Action, AnyFormat, Completion, Diagnostic, Document, Edit, Findings, Format, FormatInfo, Formatted,
    Hover, Lens, LensOptions, LineScan, Name, Outcome, Piece, Request, Resolution, Span, State, Triggers,
    WantedUses, World,
};

use crate::cross_file::summary::Summary;
use analysis::Analysis;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anml;

impl Format for Anml {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["anml"],
        extensions: &["anml"],
        highlights: tree_sitter_anml::HIGHLIGHTS_QUERY,
        rules: &rules::RULES,
        can_format: true,
        triggers: Triggers { completion: &['#', '[', '=', ' ', ':'], signature: &[], on_type: &['\n', '|'] },
        commands: ide::commands::COMMANDS,
        ..FormatInfo::new("anml", "ANML", tree_sitter_anml::LANGUAGE)
    };
    type Chunk = ();
    type Summary = Summary;

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, syntax::detection::sign)
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(syntax::cuts::Scan::from(state))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis {
        analysis::analyze(piece)
    }

    fn analyze_ordinary(&self, text: &str, state: &State) -> Option<Analysis> {
        analysis::analyze_ordinary(text, state)
    }

    fn check_name(&self, _name: &Name, new: &str) -> Result<String, String> {
        let name = new.strip_prefix('#').unwrap_or(new);
        if is_ref(name) {
            Ok(name.to_owned())
        } else {
            let allowed = "letters and digits, a letter first and a digit last, such as \"e1\"";
            Err(format!("\"{name}\" is not a ref: {allowed}"))
        }
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

    fn add_fixes(&self, document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
        ide::fixes::add_fixes(document, world, findings);
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        cross_file::check(document, world).into()
    }

    fn format(&self, piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        Some(format::format(piece))
    }

    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::hover(document, offset)
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completion::completions(document, world, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        ide::on_type::on_type(document, offset, typed)
    }

    fn code_lenses(&self, document: &Document, _world: &dyn World, show: LensOptions) -> Vec<Lens> {
        ide::code_lens::code_lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _world: &dyn World, lens: &Lens) -> Option<String> {
        ide::code_lens::title(document, lens)
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
