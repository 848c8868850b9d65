//! GaryML, the format for the instructions that a person gives an agent: directives and commands, nested by indent.
//!
//! [`syntax`] cuts a document before headers and reads the pieces. The tree of a piece is flat: [`syntax::structure`]
//! nests it by indent. [`analysis`] and the rules read that structure. [`ast`] is the content of a whole document
//! without its layout: [`prompt`] makes prompts from it. [`diff`] reads and applies the diffs in `.Diff`.

pub mod analysis;
pub mod ast;
pub mod cross_file;
pub mod diff;
mod format;
mod ide;
pub mod prompt;
mod rules;
mod suppress;
pub mod syntax;
mod vocabulary;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::detection::is_foreign;
use agmark_syntax::{
    Action, Analysis, AnyFormat, Completion, Diagnostic, Document, Edit, Findings, Format, FormatInfo,
    FormatSetting, FormatSettings, Formatted, Hover, Lens, LensOptions, LineScan, Name, Outcome, Piece,
    Request, SettingKind, Signature, Span, State, SuppressionKind, Triggers, World,
};

use analysis::chunk_data::ChunkData;
use analysis::defined_commands::DefinedCommands;
use analysis::{names, namespaces};
use syntax::{cuts, detection};

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garyml {
    /// The spaces per level, if they are set.
    indent: Option<u32>,
}

/// The key of the setting for the unit.
const INDENT: &str = "indent";

const SETTINGS: &[FormatSetting] = &[FormatSetting {
    key: INDENT,
    help: "Spaces per level of GaryML. The formatter and all edits use it. Default: the first indent of the file, or 2 \
           spaces in a file without indents. The tab size of the editor is ignored, so that the command line and all \
           editors write the same.",
    kind: SettingKind::Number { least: 1, most: 16 },
}];

/// The format for other crates.
pub fn format() -> Arc<dyn AnyFormat> {
    Arc::new(Garyml::default())
}

impl Format for Garyml {
    const INFO: FormatInfo = FormatInfo {
        language_ids: &["garyml"],
        extensions: &["garyml"],
        highlights: tree_sitter_garyml::HIGHLIGHTS_QUERY,
        rules: rules::RULES,
        // Files of contexts are checked with their content; the agent may write others.
        missing_import: Some(&rules::missing_include::RULE.rule),
        import_cycle: Some(&rules::include_cycle::RULE.rule),
        can_format: true,
        namespaces: namespaces::NAMESPACES,
        default_namespace: namespaces::DEFAULT_NAMESPACE,
        triggers: Triggers {
            completion: &['.', '@', '=', ':', ' ', '/', '`', '"', '[', ','],
            signature: &[' ', '=', ':'],
            on_type: &['\n', '"', '`'],
        },
        commands: ide::commands::COMMANDS,
        settings: SETTINGS,
        ..FormatInfo::new("garyml", "GaryML", tree_sitter_garyml::LANGUAGE)
    };
    type Chunk = ChunkData;
    type Summary = DefinedCommands;

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, detection::sign)
    }

    fn configured(&self, settings: &FormatSettings) -> Option<Self> {
        Some(Self { indent: settings.number(INDENT) })
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::new(state, self.indent))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis<ChunkData, DefinedCommands> {
        analysis::analyze(piece, self.indent)
    }

    fn analyze_ordinary(&self, text: &str, state: &State) -> Option<Analysis<ChunkData, DefinedCommands>> {
        analysis::analyze_ordinary(text, state, self.indent)
    }

    fn keeps_meaning(&self, before: &str, after: &str) -> bool {
        ast::compare::same_meaning(before, after)
    }

    fn is_visible(
        &self,
        name: &Name,
        from: &Path,
        to: &Path,
        imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool {
        name.space != namespaces::ID || cross_file::visibility::sees(from, to, imports)
    }

    fn add_fixes(&self, document: &Document, _: &dyn World, diagnostics: &mut [Diagnostic]) {
        rules::duplicate_id::add_fixes(document, diagnostics);
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Findings {
        cross_file::check(document, world).into()
    }

    fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
        names::rename(name, new)
    }

    fn renamed(&self, name: &Name, new: &str) -> Name {
        names::renamed(name, new)
    }

    fn suppress(&self, document: &Document, span: Span, rule: &str, kind: SuppressionKind) -> Option<Edit> {
        suppress::suppress(document, span, rule, kind)
    }

    fn format(&self, piece: &Piece<'_>, last: bool) -> Option<Formatted> {
        Some(format::format(piece, self.indent, last))
    }

    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::hover(document, world, offset)
    }

    fn describe(&self, name: &Name, whole: &str) -> String {
        ide::describe::describe(name, whole)
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completion::completions(document, world, offset)
    }

    fn signature(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Signature> {
        ide::signature::signature(document, world, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        ide::on_type::on_type(document, offset, typed)
    }

    fn code_lenses(&self, document: &Document, _: &dyn World, show: LensOptions) -> Vec<Lens> {
        ide::code_lens::code_lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _: &dyn World, lens: &Lens) -> Option<String> {
        ide::code_lens::title(document, lens)
    }

    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        ide::actions::actions(document, world, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        ide::commands::execute(command, request)
    }
}
