//! The names of rules on the command line.

use std::ffi::OsStr;

use agmark_syntax::nearest::Words;
use agmark_syntax::{Registry, Rule};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};

use crate::formats;

/// Accepts any text, so that the error for a wrong name can suggest the nearest one. Shells complete it to the codes of
/// the rules.
#[derive(Clone, Debug)]
pub struct RuleName;

impl TypedValueParser for RuleName {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let rules = formats::registry().rules();
        Some(Box::new(rules.into_iter().map(|rule| PossibleValue::new(rule.code).help(rule.summary))))
    }
}

/// Why a name is not the name of a rule.
#[derive(Debug, thiserror::Error)]
pub enum RuleNameError {
    #[error("unknown rule \"{name}\": {suggestion}`agmark rules` lists all rules")]
    Unknown { name: String, suggestion: String },
    #[error("several formats have a rule \"{name}\": use one of{}", table(all))]
    Ambiguous { name: String, all: Vec<&'static Rule> },
}

/// The rule with this code; the format may be left out if only one format has a rule of this name.
///
/// # Errors
/// When no rule or several rules have this name.
pub fn find(registry: &Registry, name: &str) -> Result<&'static Rule, RuleNameError> {
    let name = name.trim_matches(['[', ']', '`']);
    if let Some(rule) = registry.rule(name) {
        return Ok(rule);
    }
    let rules = registry.rules();
    let all = with_short_name(&rules, name);
    if !all.is_empty() {
        return Err(RuleNameError::Ambiguous { name: name.to_owned(), all });
    }
    Err(unknown(&rules, name))
}

/// The rules that a name selects: one by its code, those with this short name, or those of a format (`agd`, `agd/*`).
///
/// # Errors
/// If the rule or format is unknown.
pub fn select(registry: &Registry, name: &str) -> Result<Vec<&'static Rule>, RuleNameError> {
    let name = name.trim_matches(['[', ']', '`']);
    let rules = registry.rules();
    let format = name.strip_suffix("/*").unwrap_or(name);
    let of_format: Vec<_> = rules.iter().copied().filter(|rule| rule.format() == format).collect();
    if !of_format.is_empty() {
        return Ok(of_format);
    }
    match registry.rule(name) {
        Some(rule) => Ok(vec![rule]),
        None => Some(with_short_name(&rules, name))
            .filter(|all| !all.is_empty())
            .ok_or_else(|| unknown(&rules, name)),
    }
}

fn with_short_name(rules: &[&'static Rule], name: &str) -> Vec<&'static Rule> {
    rules.iter().copied().filter(|rule| rule.short() == name).collect()
}

fn unknown(rules: &[&'static Rule], name: &str) -> RuleNameError {
    let known =
        Words::new(rules.iter().flat_map(|rule| [rule.code, rule.short(), rule.format()]).map(Into::into));
    let suggestion = known.nearest(name.trim_end_matches("/*")).map_or(String::new(), |near| {
        let codes: Vec<_> =
            with_short_name(rules, near).into_iter().map(|rule| format!("\"{}\"", rule.code)).collect();
        let near = if codes.is_empty() { format!("\"{near}\"") } else { codes.join(" or ") };
        format!("did you mean {near}? ")
    });
    RuleNameError::Unknown { name: name.to_owned(), suggestion }
}

/// Rules with what they find, one per line.
fn table(rules: &[&'static Rule]) -> String {
    let width = rules.iter().map(|rule| rule.code.len()).max().unwrap_or(0);
    rules.iter().map(|rule| format!("\n  {:width$}  {}", rule.code, rule.summary)).collect()
}
