//! Rules: their severity, texts and examples.

use std::ops::Deref;

use crate::{Diagnostic, common_rules};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Hint,
    Information,
    Warning,
    Error,
}

impl Severity {
    pub const ALL: [Severity; 4] = [Self::Error, Self::Warning, Self::Information, Self::Hint];

    /// The word for it on the command line and in the configuration.
    pub fn word(self) -> &'static str {
        match self {
            Self::Hint => "hint",
            Self::Information => "information",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

/// How the diagnostics of a rule can be fixed.
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
    /// The word for it in JSON output; `None` if there is no fix.
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

/// A rule. Its texts are defined only here: editors, `agmark explain` and `docs/rules.md` use them. Its examples are
/// its tests.
#[derive(Debug)]
pub struct Rule {
    /// The stable name, `format/kebab-case`.
    pub code: &'static str,
    pub severity: Severity,
    /// How its diagnostics can be fixed.
    pub fix: FixKind,
    /// One line: what the rule reports.
    pub summary: &'static str,
    /// Markdown in whole sentences: why it matters, and what to do.
    pub help: &'static str,
    /// Documents that the rule reports.
    pub bad: &'static [&'static str],
    /// The same documents, fixed. The rule reports nothing in them.
    pub good: &'static [&'static str],
}

impl Rule {
    /// The name of the rule's format: the part of the code before the slash.
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

/// A rule with its check. `C` is an enum of the format: which part of a document the check looks at, with the
/// function, or which other part of the program does the check.
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
