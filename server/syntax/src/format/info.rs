//! The constants of a format.

use tree_sitter::Language;
use tree_sitter_language::LanguageFn;

use crate::{Command, FormatSetting, Link, LinkKind, Rule};

/// The constants of a format. Start from [`FormatInfo::new`] and set what differs.
#[derive(Clone, Copy)]
pub struct FormatInfo {
    /// The short name: the first part of its rules' codes.
    pub name: &'static str,
    /// The name as people write it.
    pub title: &'static str,
    /// The language ids that editors use for its files, the preferred one first.
    pub language_ids: &'static [&'static str],
    /// File name endings that always belong to this format: `agd`, `anml`.
    pub extensions: &'static [&'static str],
    /// File name endings that may belong to this format, which [`Format::claim`](crate::Format::claim) decides: `md`.
    pub candidate_extensions: &'static [&'static str],
    /// Whether a file of this format describes the folder that it is in, as a manifest describes its site: files there may
    /// belong to a format because of that ([`Surroundings`](crate::Surroundings)). The names are folders that may be
    /// between that folder and the file, the innermost first.
    pub describes: Option<&'static [&'static str]>,
    /// The tree-sitter grammar.
    pub grammar: LanguageFn,
    /// Whether analysis and formatting read the tree. A format that reads the text itself gets the tree of an empty
    /// text instead.
    pub reads_tree: bool,
    /// The highlighting query of the grammar.
    pub highlights: &'static str,
    /// All rules of the format.
    pub rules: &'static [&'static Rule],
    /// Codes of the rules that are off by default.
    pub off_by_default: &'static [&'static str],
    /// The rule for a document that is not in canonical form. It formats the whole document, so it belongs to
    /// `off_by_default`.
    pub layout_rule: Option<&'static Rule>,
    /// The rule for an import of a file that does not exist.
    pub missing_import: Option<&'static Rule>,
    /// The rule for another link to a file that does not exist.
    pub missing_file: Option<&'static Rule>,
    /// The rule for a document that imports itself, directly or through others.
    pub import_cycle: Option<&'static Rule>,
    /// Whether the format has a canonical layout ([`Format::format`](crate::Format::format)).
    pub can_format: bool,
    /// The namespaces of the format that differ from `default_namespace`.
    pub namespaces: &'static [Namespace],
    pub default_namespace: Namespace,
    /// The characters after which editors send requests.
    pub triggers: Triggers,
    /// The commands that [`Format::execute`](crate::Format::execute) knows.
    pub commands: &'static [Command],
    /// The settings of the format in `agmark.toml`, in the table with its name.
    pub settings: &'static [FormatSetting],
    /// Whether imports are calls, so that files have a call hierarchy.
    pub calls_files: bool,
}

/// How features treat the names of a namespace ([`Name::space`](crate::Name)).
#[derive(Clone, Copy, Debug)]
pub struct Namespace {
    pub space: &'static str,
    /// Whether a reference completes to these names. Names that are written differently from what they are called are
    /// offered by [`Format::completions`](crate::Format::completions).
    pub is_offered: bool,
    /// Whether a code lens at a definition counts its references.
    pub counts_references: bool,
    /// Whether references are calls.
    pub is_called: bool,
}

/// The characters after which editors send requests.
#[derive(Clone, Copy, Debug)]
pub struct Triggers {
    pub completion: &'static [char],
    pub signature: &'static [char],
    pub on_type: &'static [char],
}

impl Namespace {
    /// Names that are offered, not counted and not called.
    pub const DEFAULT: Self =
        Self { space: "", is_offered: true, counts_references: false, is_called: false };
}

impl FormatInfo {
    /// A format with a name and a grammar, and nothing else.
    pub const fn new(name: &'static str, title: &'static str, grammar: LanguageFn) -> Self {
        Self {
            name,
            title,
            language_ids: &[],
            extensions: &[],
            candidate_extensions: &[],
            describes: None,
            grammar,
            reads_tree: true,
            highlights: "",
            rules: &[],
            off_by_default: &[],
            layout_rule: None,
            missing_import: None,
            missing_file: None,
            import_cycle: None,
            can_format: false,
            namespaces: &[],
            default_namespace: Namespace::DEFAULT,
            triggers: Triggers { completion: &[], signature: &[], on_type: &[] },
            commands: &[],
            settings: &[],
            calls_files: false,
        }
    }

    /// The loaded grammar.
    pub fn language(&self) -> Language {
        self.grammar.into()
    }

    /// How features treat the names of a namespace.
    pub fn namespace(&self, space: &str) -> Namespace {
        self.namespaces.iter().find(|one| one.space == space).copied().unwrap_or(self.default_namespace)
    }

    /// The rule for `link` if it leads to a file of the workspace that does not exist.
    pub fn missing_target(&self, link: &Link) -> Option<&'static Rule> {
        match link.kind {
            LinkKind::Import => self.missing_import,
            LinkKind::File => self.missing_file,
            LinkKind::Address => None,
        }
    }
}
