//! GaryML: what a person tells an agent. Directives and commands, nested by indent.
//!
//! A document is cut before headers ([`cuts`]). The tree of a piece is flat; [`structure`] puts together
//! what belongs to what, and everything else is read from there.

pub mod analysis;
pub mod ast;
pub mod base;
pub mod calls;
pub mod commands;
pub mod content;
mod cross_file;
pub mod cuts;
mod data;
pub mod diff;
mod fixes;
pub mod format;
mod head;
mod ide;
pub mod item;
pub mod line;
pub mod names;
pub mod prompt;
pub mod reach;
mod reader;
pub mod reindent;
pub mod rules;
mod same;
pub mod scope;
pub mod spacing;
mod standing;
pub mod structure;
pub mod suppress;
pub mod syntax;
pub mod value;
pub mod vocabulary;
pub mod whole;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use agmark_syntax::detection::is_foreign;
use agmark_syntax::{
    Action, Analysis, AnyFormat, Completion, Diagnostic, Document, Edit, Format, FormatInfo, FormatSetting,
    FormatSettings, Formatted, Hover, Lens, LensOptions, LineScan, Name, Outcome, Piece, Request,
    SettingKind, Signature, Span, State, Triggers, World,
};

use commands::Commands;
use data::ChunkData;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garyml {
    /// How many spaces one level is, where that is set.
    indent: Option<u32>,
}

/// The setting of the unit.
const INDENT: &str = "indent";

const SETTINGS: &[FormatSetting] = &[FormatSetting {
    key: INDENT,
    help: "How many spaces one level of GaryML is indented. Formatting gives it to all lines, and what an editor inserts \
           has it. Where nothing is set, a file keeps the unit of its first indented line, and a file without one gets 2 \
           spaces. The tab size of an editor does not count: the command line and all editors write the same.",
    kind: SettingKind::Number { least: 1, most: 16 },
}];

/// The format, as others take it.
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
        missing_import: Some(&rules::missing_include::RULE),
        import_cycle: Some(&rules::include_cycle::RULE),
        can_format: true,
        namespaces: names::NAMESPACES,
        default_namespace: names::DEFAULT_NAMESPACE,
        triggers: Triggers {
            completion: &['.', '@', '=', ':', ' ', '/', '`', '"', '[', ','],
            signature: &[' ', '=', ':'],
            on_type: &['\n', '"', '`'],
        },
        commands: ide::execute::COMMANDS,
        settings: SETTINGS,
        ..FormatInfo::new("garyml", "GaryML", tree_sitter_garyml::LANGUAGE)
    };
    type Chunk = ChunkData;
    type Summary = Commands;

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, head::sign)
    }

    fn configured(&self, settings: &FormatSettings) -> Option<Self> {
        Some(Self { indent: settings.number(INDENT) })
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::new(state, self.indent))
    }

    fn analyze(&self, piece: &Piece<'_>) -> Analysis<ChunkData, Commands> {
        analysis::analyze(piece, self.indent)
    }

    fn keeps_meaning(&self, before: &str, after: &str) -> bool {
        same::same(before, after)
    }

    fn is_visible(
        &self,
        name: &Name,
        from: &Path,
        to: &Path,
        imports: &dyn Fn(&Path) -> Vec<PathBuf>,
    ) -> bool {
        name.space != names::ID || reach::sees(from, to, imports)
    }

    fn add_fixes(&self, document: &Document, _: &dyn World, findings: &mut [Diagnostic]) {
        fixes::add(document, findings);
    }

    fn check_across_files(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
        cross_file::check(document, world)
    }

    fn check_name(&self, name: &Name, new: &str) -> Result<String, String> {
        names::rename(name, new)
    }

    fn renamed(&self, name: &Name, new: &str) -> Name {
        names::renamed(name, new)
    }

    fn suppress(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        suppress::allow(document, span, rule, whole_file)
    }

    fn format(&self, piece: &Piece<'_>, last: bool) -> Option<Formatted> {
        Some(format::format(piece, self.indent, last))
    }

    fn hover(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Hover> {
        ide::hover::hover(document, world, offset)
    }

    fn describe(&self, name: &Name, whole: &str) -> String {
        ide::about::about(name, whole)
    }

    fn completions(&self, document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
        ide::completion::complete(document, world, offset)
    }

    fn signature(&self, document: &Document, world: &dyn World, offset: usize) -> Option<Signature> {
        ide::signature::signature(document, world, offset)
    }

    fn on_type(&self, document: &Document, offset: usize, typed: char) -> Vec<Edit> {
        ide::on_type::on_type(document, offset, typed)
    }

    fn code_lenses(&self, document: &Document, _: &dyn World, show: LensOptions) -> Vec<Lens> {
        ide::lens::lenses(document, show)
    }

    fn lens_title(&self, document: &Document, _: &dyn World, lens: &Lens) -> Option<String> {
        ide::lens::title(document, lens)
    }

    fn code_actions(&self, document: &Document, world: &dyn World, selection: Span) -> Vec<Action> {
        ide::actions::actions(document, world, selection)
    }

    fn execute(&self, command: &str, request: &Request<'_>) -> Result<Outcome, String> {
        ide::execute::execute(command, request)
    }
}
