//! GaryML: what a person tells an agent. Directives and commands, nested by indent.
//!
//! A document is cut before headers ([`cuts`]). The tree of a piece is flat; [`structure`] puts together
//! what belongs to what, and everything else is read from there.

mod assist;
pub mod ast;
pub mod base;
pub mod calls;
pub mod commands;
pub mod content;
pub mod cuts;
pub mod diff;
pub mod facts;
mod fixes;
pub mod format;
mod head;
pub mod item;
mod judge;
pub mod line;
pub mod names;
mod own;
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

use agmark_syntax::head::is_foreign;
use agmark_syntax::{
    Diagnostic, Document, Edit, Facts, Format, FormatSetting, FormatSettings, Formatted, LineScan, Link,
    LinkKind, Name, Piece, Rule, SettingKind, Span, State, World,
};
use tree_sitter::Language;

/// The format.
#[derive(Clone, Copy, Debug, Default)]
pub struct Garyml {
    /// How many spaces one level is, where that is set.
    indent: Option<u32>,
}

/// The setting of the unit.
const INDENT: &str = "indent";

static SETTINGS: &[FormatSetting] = &[FormatSetting {
    key: INDENT,
    help: "How many spaces one level of GaryML is indented. Formatting gives it to all lines, and what an editor inserts \
           has it. Where nothing is set, a file keeps the unit of its first indented line, and a file without one gets 2 \
           spaces. The tab size of an editor does not count: the command line and all editors write the same.",
    kind: SettingKind::Number { least: 1, most: 16 },
}];

/// The format, as others take it.
pub fn format() -> Arc<dyn Format> {
    Arc::new(Garyml::default())
}

impl Format for Garyml {
    fn name(&self) -> &'static str {
        "garyml"
    }

    fn title(&self) -> &'static str {
        "GaryML"
    }

    fn languages(&self) -> &'static [&'static str] {
        &["garyml"]
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["garyml"]
    }

    fn accepts(&self, head: &str) -> bool {
        !is_foreign(head, head::sign)
    }

    fn grammar(&self) -> Language {
        tree_sitter_garyml::LANGUAGE.into()
    }

    fn highlights(&self) -> &'static str {
        tree_sitter_garyml::HIGHLIGHTS_QUERY
    }

    fn rules(&self) -> &'static [&'static Rule] {
        rules::RULES
    }

    fn settings(&self) -> &'static [FormatSetting] {
        SETTINGS
    }

    fn with(&self, set: &FormatSettings) -> Option<Arc<dyn Format>> {
        Some(Arc::new(Garyml { indent: set.number(INDENT) }))
    }

    fn scan(&self, state: &State) -> Box<dyn LineScan> {
        Box::new(cuts::Scan::new(state, self.indent))
    }

    fn facts(&self, piece: &Piece<'_>) -> Facts {
        facts::facts(piece, self.indent)
    }

    fn keeps(&self, before: &str, after: &str) -> bool {
        same::same(before, after)
    }

    fn sees(&self, name: &Name, from: &Path, to: &Path, imports: &dyn Fn(&Path) -> Vec<PathBuf>) -> bool {
        name.space != names::ID || reach::sees(from, to, imports)
    }

    fn add_fixes(&self, document: &Document, _: &dyn World, findings: &mut [Diagnostic]) {
        fixes::add(document, findings);
    }

    fn missing_file(&self, link: &Link) -> Option<&'static Rule> {
        // Files of contexts are judged with their content, others may be written by the agent.
        (link.kind == LinkKind::Import).then_some(&rules::missing_include::RULE)
    }

    fn import_cycle(&self) -> Option<&'static Rule> {
        Some(&rules::include_cycle::RULE)
    }

    fn judge(&self, document: &Document, world: &dyn World) -> Vec<Diagnostic> {
        judge::judge(document, world)
    }

    fn rename(&self, name: &Name, new: &str) -> Result<String, String> {
        names::rename(name, new)
    }

    fn renamed(&self, name: &Name, new: &str) -> Name {
        names::renamed(name, new)
    }

    fn allow(&self, document: &Document, span: Span, rule: &str, whole_file: bool) -> Option<Edit> {
        suppress::allow(document, span, rule, whole_file)
    }

    fn format(&self, piece: &Piece<'_>, last: bool) -> Option<Formatted> {
        Some(format::format(piece, self.indent, last))
    }

    fn can_format(&self) -> bool {
        true
    }
}
