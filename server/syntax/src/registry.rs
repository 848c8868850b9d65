//! The formats that a program was put together with.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::format::{Candidate, WholeText};
use crate::head::{self, HEAD};
use crate::highlight::Highlighter;
use crate::{Format, FormatSetting, Rule, general};

/// All formats, and which of them a file is.
pub struct Registry {
    formats: Vec<(Arc<dyn Format>, OnceLock<Highlighter>)>,
    groups: Vec<&'static RuleGroup>,
}

/// Rules of a part of the program that is not a format, such as an audit.
#[derive(Debug)]
pub struct RuleGroup {
    /// The heading of the group on the page of all rules.
    pub title: &'static str,
    pub rules: &'static [&'static Rule],
}

impl Registry {
    pub fn new(formats: Vec<Arc<dyn Format>>) -> Self {
        Self { formats: formats.into_iter().map(|f| (f, OnceLock::new())).collect(), groups: Vec::new() }
    }

    /// The same with rules of other parts of the program: they are explained, listed and configured like all others.
    #[must_use]
    pub fn with_rules(mut self, group: &'static RuleGroup) -> Self {
        self.groups.push(group);
        self
    }

    pub fn formats(&self) -> impl Iterator<Item = &Arc<dyn Format>> {
        self.formats.iter().map(|(f, _)| f)
    }

    /// Which format a file is: by the language that an editor says, then by its name, then by a look inside. None if
    /// the text is not of the format that its name says.
    pub fn detect(&self, file: &Candidate<'_>) -> Option<Arc<dyn Format>> {
        let head = file.text.head(HEAD);
        if head::is_binary(&head) {
            return None;
        }
        match self.named(file.path, file.language) {
            Some(format) => format.accepts(&head).then_some(format),
            None => self.formats().find(|f| f.claims(file)),
        }
        .cloned()
    }

    /// The format that a file has by its name or language, although its text is not of this format.
    pub fn refused(&self, file: &Candidate<'_>) -> Option<&Arc<dyn Format>> {
        let head = file.text.head(HEAD);
        let named = self.named(file.path, file.language)?;
        (head::is_binary(&head) || !named.accepts(&head)).then_some(named)
    }

    /// The format that a file has by the language that an editor says, else by its name.
    pub fn named(&self, path: Option<&Path>, language: Option<&str>) -> Option<&Arc<dyn Format>> {
        let by_language = |f: &&Arc<dyn Format>| language.is_some_and(|l| f.languages().contains(&l));
        let by_name = |f: &&Arc<dyn Format>| path.is_some_and(|p| has_extension(p, f.extensions()));
        self.formats().find(by_language).or_else(|| self.formats().find(by_name))
    }

    /// The format whose completions and actions a person gets in a file that is of no format.
    pub fn helper(&self, file: &Candidate<'_>) -> Option<Arc<dyn Format>> {
        self.formats().find(|format| format.helps(file)).cloned()
    }

    /// Whether a file on disk may be one of ours, by its name alone.
    pub fn may_be_ours(&self, path: &Path) -> bool {
        self.formats().any(|format| may_be(&**format, path))
    }

    /// The format that editors open under a language id.
    pub fn of_language(&self, language: &str) -> Option<Arc<dyn Format>> {
        self.formats().find(|format| format.languages().contains(&language)).cloned()
    }

    /// The format of a file on disk.
    pub fn detect_file(&self, path: &Path, text: &str, imported: bool) -> Option<Arc<dyn Format>> {
        let text: &dyn WholeText = &text;
        self.detect(&Candidate { path: Some(path), language: None, text, imported })
    }

    /// What turns a format's trees into highlighting. The query is compiled when somebody first asks.
    pub fn highlighter(&self, format: &dyn Format) -> Option<&Highlighter> {
        let (format, cell) =
            self.formats.iter().find(|(f, _)| f.name() == format.name() && f.title() == format.title())?;
        Some(cell.get_or_init(|| Highlighter::new(&**format)))
    }

    /// The names of the formats that have settings, each with these.
    pub fn settings(&self) -> Vec<(&'static str, &'static [FormatSetting])> {
        let mut all: Vec<(&'static str, &'static [FormatSetting])> = Vec::new();
        for format in self.formats().filter(|format| !format.settings().is_empty()) {
            // Formats of one name share their settings.
            if !all.iter().any(|(name, _)| *name == format.name()) {
                all.push((format.name(), format.settings()));
            }
        }
        all
    }

    /// Whether nothing is found by a rule until somebody switches it on.
    pub fn is_off(&self, rule: &Rule) -> bool {
        self.formats().any(|format| format.off_by_default().contains(&rule.code))
    }

    /// The rules that no format checks, by the part of the program that does.
    pub fn rule_groups(&self) -> impl Iterator<Item = &'static RuleGroup> {
        self.groups.iter().copied()
    }

    /// All rules, those of no format first.
    pub fn rules(&self) -> Vec<&'static Rule> {
        let mut rules: Vec<&'static Rule> = general::RULES.to_vec();
        let of_formats = self.formats().map(|format| format.rules());
        for rule in of_formats.chain(self.rule_groups().map(|group| group.rules)).flatten() {
            if !rules.contains(rule) {
                rules.push(rule);
            }
        }
        // Rules of one format stand together.
        let mut formats: Vec<&str> = Vec::new();
        for rule in &rules {
            if !formats.contains(&rule.format()) {
                formats.push(rule.format());
            }
        }
        rules.sort_by_key(|rule| formats.iter().position(|format| *format == rule.format()));
        rules
    }

    /// The rule with this code, or with this short name if it is the only one.
    pub fn rule(&self, code: &str) -> Option<&'static Rule> {
        let rules = self.rules();
        let short: Vec<_> = rules.iter().filter(|r| r.short() == code).collect();
        rules.iter().find(|r| r.code == code).copied().or_else(|| match short[..] {
            [one] => Some(*one),
            _ => None,
        })
    }
}

impl WholeText for &str {
    fn head(&self, limit: usize) -> std::borrow::Cow<'_, str> {
        (**self).head(limit)
    }
    fn has(&self, needle: &str) -> bool {
        WholeText::has(*self, needle)
    }
}

/// Whether a file may be of a format, by its name alone.
pub fn may_be(format: &dyn Format, path: &Path) -> bool {
    has_extension(path, format.extensions()) || has_extension(path, format.candidates())
}

/// Whether a path ends in one of `endings`: `agd` for `x.agd` (and for a file `.agd`), and endings that
/// are longer, as `agent-manifest.json`, for the name itself too.
fn has_extension(path: &Path, endings: &[&str]) -> bool {
    // By its bytes: a name need not be UTF-8.
    let Some(name) = path.file_name().map(std::ffi::OsStr::as_encoded_bytes) else { return false };
    endings.iter().any(|ending| {
        let long = ending.contains('.') && name.eq_ignore_ascii_case(ending.as_bytes());
        let before = name.len().checked_sub(ending.len() + 1);
        long || before.and_then(|at| name.get(at..)).is_some_and(|tail| match tail {
            [b'.', tail @ ..] => tail.eq_ignore_ascii_case(ending.as_bytes()),
            _ => false,
        })
    })
}
