//! The format of manifest files.

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::{
    Action, Assist, Command, Completion, Diagnostic, Document, Facts, Format, Hover, Lens, Name, Outcome,
    Piece, Request, Rule, Show, Span, World,
};
use tree_sitter::Language;

use crate::{Uncut, align, assist, facts, names, rules};

/// What adds colour to a manifest.
pub const MANIFEST_HIGHLIGHTS: &str = include_str!("../queries/json-highlights.scm");

/// Manifest files.
pub struct Manifests;

impl Assist for Manifests {
    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        assist::hover::manifest_file(document, world, offset)
    }

    fn complete(&self, document: &Document, _world: &dyn World, offset: usize) -> Vec<Completion> {
        assist::completion::manifest_file(document, offset)
    }

    fn offers_names(&self, space: &str) -> bool {
        space != names::FIELD
    }

    fn triggers(&self) -> &'static [char] {
        &['"']
    }

    fn lenses(&self, document: &Document, world: &dyn World, _show: Show) -> Vec<Lens> {
        assist::lens::manifest(document, world)
    }

    fn actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        assist::actions::manifest(document, world, selection)
    }

    fn commands(&self) -> &'static [Command] {
        assist::commands::MANIFEST
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        assist::commands::execute(command, request, None)
    }

    fn calls(&self, name: &Name) -> bool {
        name.space == names::ACTION
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
        names::check(name, new)
    }

    fn judge(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
        align::manifest(document, world)
    }
}
