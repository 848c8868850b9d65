//! Rules: what can be wrong, written down once.

use std::ops::Deref;

use crate::{Diagnostic, common_rules};

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Hint,
    Information,
    Warning,
    Error,
}

impl Severity {
    pub const ALL: [Severity; 4] = [Self::Error, Self::Warning, Self::Information, Self::Hint];

    /// The word for it, as the command line prints and the configuration takes it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// How the diagnostics of a rule can be fixed, at best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixKind {
    /// There is no fix.
    None,
    /// A person chooses the fix in an editor.
    Offered,
    /// `check --fix` applies it.
    Automatic,
}

impl FixKind {
    /// The word in data: `offered`; `None` if there is no fix.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::None => None,
            Self::Offered => Some("offered"),
            Self::Automatic => Some("automatic"),
        }
    }

    /// The best kind among the fixes of a diagnostic.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        match diagnostic.automatic() {
            Some(_) => Self::Automatic,
            None if diagnostic.fixes.is_empty() => Self::None,
            None => Self::Offered,
        }
    }
}

/// A rule. Its words are written here and nowhere else: they are the diagnostic's message, what
/// `agmark explain` prints, and the rule's page in `docs/rules.md`. Its examples are its tests.
#[derive(Debug)]
pub struct Rule {
    /// The stable name, `format/kebab-case`.
    pub code: &'static str,
    pub severity: Severity,
    /// How its diagnostics can be fixed.
    pub fix: FixKind,
    /// One line: what the rule finds.
    pub summary: &'static str,
    /// Markdown: why it matters, and what to do. Whole sentences.
    pub help: &'static str,
    /// Documents in which the rule finds something.
    pub bad: &'static [&'static str],
    /// The same documents, fixed: the rule finds nothing.
    pub good: &'static [&'static str],
}

impl Rule {
    /// The format that the rule belongs to: the part of its code before the slash.
    pub fn format(&self) -> &'static str {
        self.code.split_once('/').map_or(self.code, |(format, _)| format)
    }

    /// The code without its format.
    pub fn short(&self) -> &'static str {
        self.code.split_once('/').map_or(self.code, |(_, short)| short)
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Rule {}

/// A rule with what checks it. `C` is the format's: which part of a document the check looks at, and the function; or that
/// features find it, from definitions, references and links.
#[derive(Debug)]
pub struct CheckedRule<C: 'static> {
    pub rule: Rule,
    pub check: C,
}

impl<C> Deref for CheckedRule<C> {
    type Target = Rule;

    fn deref(&self) -> &Rule {
        &self.rule
    }
}

/// The rules without their checks.
pub const fn without_checks<C, const N: usize>(rules: [&'static CheckedRule<C>; N]) -> [&'static Rule; N] {
    let mut all = [&common_rules::FAULT; N];
    let mut at = 0;
    while at < N {
        all[at] = &rules[at].rule;
        at += 1;
    }
    all
}
