//! Which rules are checked: `--select` and `--ignore`.

use agmark_syntax::{Registry, Rule, Settings};
use rustc_hash::FxHashSet;

use crate::rule_names::{self, RuleNameError};

/// The rules that are checked; by default all.
#[derive(Debug, Default)]
pub struct Selection {
    /// None means all.
    selected: Option<FxHashSet<&'static str>>,
    ignored: FxHashSet<&'static str>,
    /// Rules that are selected by their own name: they are checked even if they are off.
    named: Vec<&'static Rule>,
}

impl Selection {
    /// # Errors
    /// When a name is neither the name of a rule nor that of a format.
    pub fn new(registry: &Registry, select: &[String], ignore: &[String]) -> Result<Self, RuleNameError> {
        let mut selection = Self::default();
        for name in select {
            let rules = rule_names::select(registry, name)?;
            selection.selected.get_or_insert_default().extend(rules.iter().map(|rule| rule.code));
            selection
                .named
                .extend(rules.into_iter().filter(|rule| [rule.code, rule.short()].contains(&&**name)));
        }
        for name in ignore {
            selection.ignored.extend(rule_names::select(registry, name)?.iter().map(|rule| rule.code));
        }
        Ok(selection)
    }

    /// Whether findings of this rule are reported.
    pub fn includes(&self, rule: &Rule) -> bool {
        self.selected.as_ref().is_none_or(|selected| selected.contains(rule.code))
            && !self.ignored.contains(rule.code)
    }

    /// Switches on the rules that were selected by name.
    pub fn switch_on(&self, settings: &mut Settings) {
        for rule in &self.named {
            if settings.severity(rule).is_none() {
                settings.set(rule.code, Some(rule.severity));
            }
        }
    }
}
