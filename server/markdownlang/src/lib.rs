//! The markdownlang format: programs that an agent runs, written as Markdown with YAML front matter and the actions
//! of Go's `text/template`.

mod allows;
mod ast;
mod cuts;
mod facts;
mod fence;
mod front;
mod hover;
mod literal;
mod load;
mod markdown;
mod names;
mod program;
mod reach;
pub mod render;
pub mod rules;
mod template;
mod vocabulary;

use agmark_syntax::{
    Assist, Candidate, Document, Edit, Facts, Format, Hover, LineScan, Name, Piece, Rule, Span, State, World,
};
use tree_sitter::Language;

pub use load::{Finding, Import, LoadError, Program, Server, Transport, render, sample, with_defaults};
pub use render::RenderError;

/// markdownlang, as the rest of agmark sees it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markdownlang;

impl Assist for Markdownlang {
    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        hover::hover(document, offset)
    }
}

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

    fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
        names::check(name, new)
    }

    fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        allows::write(document, span, rule, whole_file)
    }
}
