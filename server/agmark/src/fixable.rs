//! Whether there are fixes for what a rule finds: its own examples tell.

use std::sync::Arc;

use agmark_syntax::findings::findings;
use agmark_syntax::memory::Files;
use agmark_syntax::{Diagnostic, Format, Registry, Rule, Settings};
use serde::Serialize;

/// How a finding can be fixed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Fixable {
    /// A person chooses the fix in an editor.
    Offered,
    /// `check --fix` applies it.
    Automatic,
}

impl Fixable {
    /// What a person is told.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Offered => "An editor offers a fix.",
            Self::Automatic => "`agmark check --fix` fixes it.",
        }
    }

    /// The word in a table.
    pub fn word(self) -> &'static str {
        match self {
            Self::Offered => "in editors",
            Self::Automatic => "`--fix`",
        }
    }
}

/// The best fix for what a rule finds in its bad examples; none if there is no fix.
pub fn of(registry: &Registry, rule: &Rule) -> Option<Fixable> {
    let all: Vec<_> = registry.formats().cloned().collect();
    // A rule of all formats has examples of any of them.
    let general = agmark_syntax::general::RULES.contains(&rule);
    let own = all.iter().filter(|format| general || format.rules().contains(&rule));
    let examples = own.flat_map(|format| rule.bad.iter().map(move |example| (format, example)));
    examples.filter_map(|(format, example)| in_example(&all, format, rule, example)).max()
}

fn in_example(all: &[Arc<dyn Format>], own: &Arc<dyn Format>, rule: &Rule, example: &str) -> Option<Fixable> {
    let others = all.iter().filter(|format| format.name() == own.name() && format.title() != own.title());
    let formats: Vec<_> = std::iter::once(own).chain(others).cloned().collect();
    let files = Files::example_among(&formats, example);
    let document = files.own()?;
    let mut settings = Settings::default();
    settings.set(rule.code, Some(rule.severity));
    let mut found = findings(document, &files, &settings);
    own.add_fixes(document, &files, &mut found);
    found.iter().filter(|finding| finding.rule == rule).filter_map(best).max()
}

fn best(finding: &Diagnostic) -> Option<Fixable> {
    match finding.automatic() {
        Some(_) => Some(Fixable::Automatic),
        None => (!finding.fixes.is_empty()).then_some(Fixable::Offered),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_tell_what_can_be_fixed() {
        let registry = crate::formats::registry();
        let fixable = |code: &str| of(&registry, registry.rule(code).expect(code));
        assert_eq!(fixable("agmark/unused-allow"), Some(Fixable::Automatic));
        assert_eq!(fixable("agd/duplicate-key"), Some(Fixable::Offered));
        assert_eq!(fixable("aaf/invalid-kind"), Some(Fixable::Offered));
        assert_eq!(fixable("agmark/too-large"), None);
        assert_eq!(fixable("audit/forms"), None);
    }
}
