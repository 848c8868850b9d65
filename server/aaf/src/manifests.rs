//! The format of manifest files.

use agmark_syntax::cuts::{LineScan, State};
use agmark_syntax::{
    Action, Assist, Candidate, Command, Completion, Diagnostic, Document, Facts, Format, Hover, Lens, Name,
    Outcome, Piece, Request, Rule, Show, Span, World,
};
use tree_sitter::Language;

use crate::{Uncut, align, assist, evidence, facts, names, rules};

/// What adds colour to a manifest.
pub const MANIFEST_HIGHLIGHTS: &str = include_str!("../queries/json-highlights.scm");

/// The name of manifest files, or the end of it.
const FILE_NAME: &str = "agent-manifest.json";

/// Manifest files.
pub struct Manifests;

/// Whether a file has the name of a manifest: `agent-manifest.json`, `shop.agent-manifest.json`.
fn is_named(file: &Candidate<'_>) -> bool {
    let name = file.path.and_then(|path| path.file_name()).and_then(|name| name.to_str()).unwrap_or("");
    let name = name.to_ascii_lowercase();
    name.strip_suffix(FILE_NAME).is_some_and(|before| before.is_empty() || before.ends_with('.'))
}

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
        &[]
    }

    fn accepts(&self, head: &str) -> bool {
        evidence::may_be_manifest(head)
    }

    // Other people have files of this name, too.
    fn candidates(&self) -> &'static [&'static str] {
        &[FILE_NAME]
    }

    fn claims(&self, file: &Candidate<'_>) -> bool {
        is_named(file) && evidence::of_manifest(file.text)
    }

    fn helps(&self, file: &Candidate<'_>) -> bool {
        is_named(file)
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
