//! Formats without their associated types.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::candidate::{Candidate, Claim};
use super::contract::{Format, Piece};
use super::info::FormatInfo;
use super::layout::Formatted;
use crate::document::cuts::{LineScan, State};
use crate::{
    Action, Analysis, ChunkAnalysis, Completion, Diagnostic, Document, Edit, Findings, Fold, FormatSettings,
    Hint, Hover, Lens, LensOptions, Name, Outcome, Request, Resolution, Signature, Span, SuppressionKind,
    WantedUses, World,
};

/// [`Format`] as a trait object: what the server, the command line and documents hold. Each format implements it through
/// [`Format`]; see there for what the methods do.
pub trait AnyFormat: Send + Sync + 'static {
    fn info(&self) -> &'static FormatInfo;
    fn accepts(&self, head: &str) -> bool;
    fn claim(&self, file: &Candidate<'_>) -> Claim;
    fn configured(&self, settings: &FormatSettings) -> Option<Arc<dyn AnyFormat>>;
    fn scan(&self, state: &State) -> Box<dyn LineScan>;
    fn analyze(&self, piece: &Piece<'_>) -> ChunkAnalysis;
    fn analyze_ordinary(&self, text: &str, state: &State) -> Option<ChunkAnalysis>;
    fn enclosed(&self, text: &str, state: &State) -> Option<(String, usize)>;
    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings;
    fn resolve(
        &self,
        document: &Document,
        world: &dyn World,
        offset: usize,
        wanted: WantedUses,
    ) -> Option<Resolution>;
    fn is_visible(
        &self,
        name: &Name,
        from: &Path,
        to: &Path,
        imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool;
    fn check_name(&self, name: &Name, new: &str) -> Result<String, String>;
    fn renamed(&self, name: &Name, new: &str) -> Name;
    fn suppress(&self, document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit>;
    fn add_fixes(&self, document: &Document, world: &dyn World, diagnostics: &mut [Diagnostic]);
    fn keeps_meaning(&self, before: &str, after: &str) -> bool;
    fn format(&self, piece: &Piece<'_>, last: bool) -> Option<Formatted>;
    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover>;
    fn describe(&self, name: &Name, whole: &str) -> String;
    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion>;
    fn signature(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Signature>;
    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit>;
    fn wide_folds(&self, document: &Document) -> Vec<Fold>;
    fn partners(&self, document: &Document, offset: usize) -> Vec<Span>;
    fn code_lenses(&self, document: &Document, world: &dyn World, show: LensOptions) -> Vec<Lens>;
    fn lens_title(&self, document: &Document, world: &dyn World, lens: &Lens) -> Option<String>;
    fn inlay_hints(&self, document: &Document, world: &dyn World, span: Span) -> Vec<Hint>;
    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action>;
    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String>;
}

impl<F: Format> AnyFormat for F {
    fn info(&self) -> &'static FormatInfo {
        const { &F::INFO }
    }

    fn accepts(&self, head: &str) -> bool {
        Format::accepts(self, head)
    }

    fn claim(&self, file: &Candidate<'_>) -> Claim {
        Format::claim(self, file)
    }

    fn configured(&self, settings: &FormatSettings) -> Option<Arc<dyn AnyFormat>> {
        Format::configured(self, settings).map(|format| Arc::new(format) as _)
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Format::scan(self, state)
    }

    fn analyze(&self, piece: &Piece<'_>) -> ChunkAnalysis {
        Format::analyze(self, piece).erase()
    }

    fn analyze_ordinary(&self, text: &str, state: &State) -> Option<ChunkAnalysis> {
        Format::analyze_ordinary(self, text, state).map(Analysis::erase)
    }

    fn enclosed(&self, text: &str, state: &State) -> Option<(String, usize)> {
        Format::enclosed(self, text, state)
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        Format::check_across_files(self, document, world)
    }

    fn resolve(
        &self,
        document: &Document,
        world: &dyn World,
        offset: usize,
        wanted: WantedUses,
    ) -> Option<Resolution> {
        Format::resolve(self, document, world, offset, wanted)
    }

    fn is_visible(
        &self,
        name: &Name,
        from: &Path,
        to: &Path,
        imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool {
        Format::is_visible(self, name, from, to, imports)
    }

    fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
        Format::check_name(self, name, new)
    }

    fn renamed(&self, name: &Name, new: &str) -> Name {
        Format::renamed(self, name, new)
    }

    fn suppress(&self, document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
        Format::suppress(self, document, span, rule, kind)
    }

    fn add_fixes(&self, document: &Document, world: &dyn World, diagnostics: &mut [Diagnostic]) {
        Format::add_fixes(self, document, world, diagnostics)
    }

    fn keeps_meaning(&self, before: &str, after: &str) -> bool {
        Format::keeps_meaning(self, before, after)
    }

    fn format(&self, piece: &Piece<'_>, last: bool) -> Option<Formatted> {
        Format::format(self, piece, last)
    }

    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        Format::hover(self, document, world, offset)
    }

    fn describe(&self, name: &Name, whole: &str) -> String {
        Format::describe(self, name, whole)
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        Format::completions(self, document, world, offset)
    }

    fn signature(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Signature> {
        Format::signature(self, document, world, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        Format::on_type(self, document, offset, typed)
    }

    fn wide_folds(&self, document: &Document) -> Vec<Fold> {
        Format::wide_folds(self, document)
    }

    fn partners(&self, document: &Document, offset: usize) -> Vec<Span> {
        Format::partners(self, document, offset)
    }

    fn code_lenses(&self, document: &Document, world: &dyn World, show: LensOptions) -> Vec<Lens> {
        Format::code_lenses(self, document, world, show)
    }

    fn lens_title(&self, document: &Document, world: &dyn World, lens: &Lens) -> Option<String> {
        Format::lens_title(self, document, world, lens)
    }

    fn inlay_hints(&self, document: &Document, world: &dyn World, span: Span) -> Vec<Hint> {
        Format::inlay_hints(self, document, world, span)
    }

    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        Format::code_actions(self, document, world, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        Format::execute(self, command, request)
    }
}
