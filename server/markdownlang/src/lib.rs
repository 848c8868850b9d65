//! The markdownlang format: programs that an agent runs, written as Markdown with YAML front matter and the actions
//! of Go's `text/template`.

mod allows;
mod assist;
mod ast;
pub mod convert;
mod cuts;
mod facts;
mod fence;
mod format;
mod front;
mod judge;
mod literal;
mod load;
mod markdown;
mod meaning;
mod names;
mod own;
mod program;
mod reach;
pub mod render;
pub mod rules;
mod schema_words;
mod template;
mod typed;
mod types;
mod vocabulary;

use agmark_syntax::{
    Candidate, Diagnostic, Document, Edit, Facts, Format, Formatted, LineScan, Link, LinkKind, Meaning, Name,
    Piece, Rule, Span, State, World,
};
use tree_sitter::Language;

pub use load::{Finding, Import, LoadError, Program, Server, Transport, render, sample, with_defaults};
pub use render::RenderError;

/// markdownlang, as the rest of agmark sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markdownlang;

impl Format for Markdownlang {
    fn name(&self) -> &'static str {
        "markdownlang"
    }

    fn title(&self) -> &'static str {
        "markdownlang"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["markdownlang"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn candidates(&self) -> &'static [&'static str] {
        &["md"]
    }

    fn claims(&self, file: &Candidate<'_>) -> bool {
        program::is_program(file)
    }

    fn grammar(&self) -> Language {
        tree_sitter_markdownlang::LANGUAGE.into()
    }

    fn highlights(&self) -> &'static str {
        tree_sitter_markdownlang::HIGHLIGHTS_QUERY
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::new(state))
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts::facts(piece)
    }

    fn missing_file(&self, link: &Link) -> Option<&'static Rule> {
        (link.kind == LinkKind::Import).then_some(&rules::missing_import::RULE)
    }

    fn import_cycle(&self) -> Option<&'static Rule> {
        Some(&rules::import_cycle::RULE)
    }

    fn add_fixes(&self, document: &Document, _: &dyn World, findings: &mut [Diagnostic]) {
        assist::add_fixes(document, findings);
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

    fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
        names::check(name, new)
    }

    fn meaning(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Meaning> {
        meaning::meaning(document, world, offset)
    }

    fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        allows::write(document, span, rule, whole_file)
    }
}
