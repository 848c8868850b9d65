//! All formats of the program.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use crate::format::detection::{self, HEAD};
use crate::format::{Candidate, Claim, Surroundings, WholeText};
use crate::ide::highlight::Highlighter;
use crate::{AnyFormat, FormatSetting, Rule, common_rules};

/// All formats. It detects the format of a file.
pub struct Registry {
    formats: Vec<(Arc<dyn AnyFormat>, OnceLock<Highlighter>)>,
    groups: Vec<&'static RuleGroup>,
}

/// Rules of a part of the program that is not a format, such as the audit.
#[derive(Debug)]
pub struct RuleGroup {
    /// The heading of the group on the page of all rules.
    pub title: &'static str,
    pub rules: &'static [&'static Rule],
}

impl Registry {
    pub fn new(formats: Vec<Arc<dyn AnyFormat>>) -> Self {
        Self { formats: formats.into_iter().map(|f| (f, OnceLock::new())).collect(), groups: Vec::new() }
    }

    /// Adds rules of other parts of the program, so that they are explained, listed and configured like those of
    /// formats.
    #[must_use]
    pub fn with_rules(mut self, group: &'static RuleGroup) -> Self {
        self.groups.push(group);
        self
    }

    pub fn formats(&self) -> impl Iterator<Item = &Arc<dyn AnyFormat>> {
        self.formats.iter().map(|(f, _)| f)
    }

    /// The format of a file: by the editor's language id, then by its name, then by its text. `None` if the text does
    /// not have the format of its name.
    pub fn detect(&self, file: &Candidate<'_>) -> Option<Arc<dyn AnyFormat>> {
        let head = file.text.head(HEAD);
        if detection::is_binary(&head) {
            return None;
        }
        match self.named(file.path, file.language) {
            Some(format) => format.accepts(&head).then_some(format),
            None => self.formats().find(|f| f.claim(file) == Claim::Own),
        }
        .cloned()
    }

    /// The format of a file by its name or language id, if its text does not have this format.
    pub fn refused(&self, file: &Candidate<'_>) -> Option<&Arc<dyn AnyFormat>> {
        let head = file.text.head(HEAD);
        let named = self.named(file.path, file.language)?;
        (detection::is_binary(&head) || !named.accepts(&head)).then_some(named)
    }

    /// The format of a file by the editor's language id, otherwise by its name.
    pub fn named(&self, path: Option<&Path>, language: Option<&str>) -> Option<&Arc<dyn AnyFormat>> {
        let by_language =
            |f: &&Arc<dyn AnyFormat>| language.is_some_and(|l| f.info().language_ids.contains(&l));
        let by_name = |f: &&Arc<dyn AnyFormat>| path.is_some_and(|p| has_extension(p, f.info().extensions));
        self.formats().find(by_language).or_else(|| self.formats().find(by_name))
    }

    /// The format whose completions and actions a person gets in a file without a format.
    pub fn helper(&self, file: &Candidate<'_>) -> Option<Arc<dyn AnyFormat>> {
        self.formats().find(|format| format.claim(file) == Claim::Help).cloned()
    }

    /// Whether a file on disk may have one of these formats, by its name.
    pub fn may_be_ours(&self, path: &Path) -> bool {
        self.formats().any(|format| may_be(&**format, path))
    }

    /// The format with a language id.
    pub fn of_language(&self, language: &str) -> Option<Arc<dyn AnyFormat>> {
        self.formats().find(|format| format.info().language_ids.contains(&language)).cloned()
    }

    /// The format of a file on disk.
    pub fn detect_file(
        &self,
        path: &Path,
        text: &str,
        surroundings: Surroundings,
    ) -> Option<Arc<dyn AnyFormat>> {
        let text: &dyn WholeText = &text;
        self.detect(&Candidate { path: Some(path), language: None, text, surroundings })
    }

    /// The highlighter of a format. The query is compiled when first needed.
    pub fn highlighter(&self, format: &dyn AnyFormat) -> Option<&Highlighter> {
        let (format, cell) = self
            .formats
            .iter()
            .find(|(f, _)| f.info().name == format.info().name && f.info().title == format.info().title)?;
        Some(cell.get_or_init(|| Highlighter::new(&**format)))
    }

    /// The settings of the formats, by the name of the format.
    pub fn settings(&self) -> Vec<(&'static str, &'static [FormatSetting])> {
        let mut all: Vec<(&'static str, &'static [FormatSetting])> = Vec::new();
        for format in self.formats().filter(|format| !format.info().settings.is_empty()) {
            // Formats with the same name share their settings.
            if !all.iter().any(|(name, _)| *name == format.info().name) {
                all.push((format.info().name, format.info().settings));
            }
        }
        all
    }

    /// Whether a rule is off by default.
    pub fn is_off(&self, rule: &Rule) -> bool {
        self.formats().any(|format| format.info().off_by_default.contains(&rule.code))
    }

    /// The rules that do not belong to a format, by the part of the program that checks them.
    pub fn rule_groups(&self) -> impl Iterator<Item = &'static RuleGroup> {
        self.groups.iter().copied()
    }

    /// All rules, first those that do not belong to a format.
    pub fn rules(&self) -> Vec<&'static Rule> {
        let mut rules: Vec<&'static Rule> = common_rules::RULES.to_vec();
        let of_formats = self.formats().map(|format| format.info().rules);
        for rule in of_formats.chain(self.rule_groups().map(|group| group.rules)).flatten() {
            if !rules.contains(rule) {
                rules.push(rule);
            }
        }
        // Rules of one format follow each other.
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

/// Whether a file may have a format, by its name.
pub fn may_be(format: &dyn AnyFormat, path: &Path) -> bool {
    has_extension(path, format.info().extensions) || has_extension(path, format.info().candidate_extensions)
}

/// Whether a path has one of `endings`: `agd` for `x.agd` and for a file `.agd`. A longer ending such as
/// `agent-manifest.json` can also be the whole name.
fn has_extension(path: &Path, endings: &[&str]) -> bool {
    // Compared as bytes, because a name does not have to be UTF-8.
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
