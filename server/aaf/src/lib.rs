//! AAF, the agent accessibility framework: annotations in pages, and the manifest of a site.
//!
//! Two formats share one vocabulary and one set of rules: [`Pages`], which are HTML with `data-agent-*` attributes
//! or a manifest in a script, and [`Manifests`], which are JSON files of that name. All other HTML and JSON is left
//! alone. Section numbers in this crate are those of the standard proposal, version 0.1.

mod allow;
pub mod coverage;
mod facts;
mod hover;
pub mod html;
mod identifiers;
mod manifest;
mod names;
mod page;
mod rules;
mod template;
mod vocabulary;

use std::sync::Arc;

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::{
    Assist, Candidate, Document, Edit, Facts, Format, Hover, Name, Piece, Rule, Span, World,
};
use tree_sitter::Language;

/// What adds colour to annotations in HTML.
pub const PAGE_HIGHLIGHTS: &str = include_str!("../queries/html-highlights.scm");

/// What adds colour to a manifest.
pub const MANIFEST_HIGHLIGHTS: &str = include_str!("../queries/json-highlights.scm");

/// Both formats.
pub fn formats() -> Vec<Arc<dyn Format>> {
    vec![Arc::new(Pages), Arc::new(Manifests)]
}

/// Pages of HTML that have annotations.
pub struct Pages;

/// Manifest files.
pub struct Manifests;

impl Assist for Pages {
    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        hover::page(&document.text().slice(0..document.text().len()), offset)
    }
}

impl Format for Pages {
    fn name(&self) -> &'static str {
        "aaf"
    }

    fn title(&self) -> &'static str {
        "AAF"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["aaf"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn candidates(&self) -> &'static [&'static str] {
        &["html", "htm"]
    }

    fn claims(&self, file: &Candidate<'_>) -> bool {
        let ending = file.path.and_then(|path| path.extension()).and_then(|ending| ending.to_str());
        let html = ending.map_or(file.language == Some("html"), |ending| {
            self.candidates().iter().any(|one| one.eq_ignore_ascii_case(ending))
        });
        html && (file.text.has(vocabulary::PREFIX) || file.text.has(vocabulary::MANIFEST_TYPE))
    }

    fn reads_tree(&self) -> bool {
        false
    }

    fn grammar(&self) -> Language {
        tree_sitter_html::LANGUAGE.into()
    }

    fn highlights(&self) -> &'static str {
        PAGE_HIGHLIGHTS
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::ALL
    }

    fn scan(&self, _state: &State) -> Box<dyn LineScan> {
        Box::new(Uncut)
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts::understand(piece.text)
    }

    fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
        names::check(name.space, new)
    }

    fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        allow::comment(&document.text().slice(0..document.text().len()), span, rule, whole_file)
    }
}

impl Assist for Manifests {
    fn hover(&self, document: &Document, _world: &dyn World, offset: usize) -> Option<Hover> {
        hover::manifest(&document.text().slice(0..document.text().len()), 0, offset)
    }
}

impl Format for Manifests {
    fn name(&self) -> &'static str {
        "aaf"
    }

    fn title(&self) -> &'static str {
        "AAF manifest"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["agent-manifest"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["agent-manifest.json"]
    }

    fn reads_tree(&self) -> bool {
        false
    }

    fn grammar(&self) -> Language {
        tree_sitter_json::LANGUAGE.into()
    }

    fn highlights(&self) -> &'static str {
        MANIFEST_HIGHLIGHTS
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::MANIFEST
    }

    fn scan(&self, _state: &State) -> Box<dyn LineScan> {
        Box::new(Uncut)
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts::manifest_facts(piece.text)
    }

    fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
        names::check(name.space, new)
    }
}

/// Pages and manifests are one chunk, whatever their size.
struct Uncut;

impl LineScan for Uncut {
    fn may_cut(&self, _line: &str) -> bool {
        false
    }

    fn pass(&mut self, _line: &str) {}

    fn state(&self) -> State {
        State::default()
    }
}
