//! The markdownlang format: programs that an agent runs, written as Markdown with YAML front matter and the actions of
//! Go's `text/template`.

mod analysis;
pub mod convert;
mod cross_file;
mod data;
mod detection;
mod format;
mod ide;
mod names;
mod program;
pub mod render;
mod resolve;
mod rules;
mod suppress;
mod syntax;
mod type_check;
mod types;
mod vocabulary;

use agmark_syntax::{
    Action, Candidate, Claim, Completion, Diagnostic, Document, Edit, Findings, Format, FormatInfo,
    Formatted, Hover, Lens, LensOptions, LineScan, Name, Outcome, Piece, Request, Resolution, Signature,
    Span, State, SuppressionKind, Triggers, WantedUses, World,
};

use data::{Analysis, ChunkData, FileSummary};

pub use program::{
    Import, LoadError, Program, ProgramError, Server, Transport, render, sample, with_defaults,
};
pub use render::RenderError;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Markdownlang;

impl Format for Markdownlang {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["markdownlang"],
        candidate_extensions: &["md"],
        highlights: tree_sitter_markdownlang::HIGHLIGHTS_QUERY,
        rules: &rules::RULES,
        missing_import: Some(rules::MISSING_IMPORT),
        import_cycle: Some(rules::IMPORT_CYCLE),
        can_format: true,
        namespaces: names::NAMESPACES,
        default_namespace: names::DEFAULT_NAMESPACE,
        triggers: Triggers {
            completion: &['.', '$', '{', '"', '/', ':', ' ', '[', ',', '_', '|', '('],
            signature: &[' ', '('],
            on_type: &['\n'],
        },
        commands: ide::commands::COMMANDS,
        calls_files: true,
        ..FormatInfo::new("markdownlang", "markdownlang", tree_sitter_markdownlang::LANGUAGE)
    };
    type Chunk = ChunkData;
    type Summary = FileSummary;

    fn claim(&self, file: &Candidate<'_>) -> Claim {
        if detection::is_program(file) { Claim::Own } else { Claim::None }
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(syntax::cuts::Scan::new(state))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis {
        analysis::analyze(piece)
    }

    fn add_fixes(&self, document: &Document, _: &dyn World, diagnostics: &mut [Diagnostic]) {
        ide::add_fixes(document, diagnostics);
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        cross_file::check(document, world).into()
    }

    fn format(&self, piece: &Piece<'_>, _last: bool) -> Option<Formatted> {
        Some(format::format(piece))
    }

    fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
        names::check(name, new)
    }

    fn resolve(
        &self,
        document: &Document,
        world: &dyn World,
        offset: usize,
        wanted: WantedUses,
    ) -> Option<Resolution> {
        resolve::resolve(document, world, offset, wanted)
    }

    fn suppress(&self, document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
        suppress::write(document, span, rule, kind)
    }

    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::hover(document, world, offset)
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completion::completions(document, world, offset)
    }

    fn signature(&self, document: &Document, _: &dyn World, offset: usize) -> Option<Signature> {
        ide::signature::signature(document, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        ide::on_type::on_type(document, offset, typed)
    }

    fn partners(&self, document: &Document, offset: usize) -> Vec<Span> {
        ide::blocks::partners(document, offset)
    }

    fn code_lenses(&self, document: &Document, _: &dyn World, _: LensOptions) -> Vec<Lens> {
        ide::code_lens::code_lenses(document)
    }

    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        ide::actions::actions(document, world, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        ide::commands::execute(command, request)
    }
}
