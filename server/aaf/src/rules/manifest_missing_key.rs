//! Keys that a manifest must have.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::manifest::check::{Finding, Mistake};

pub static RULE: Rule = Rule {
    code: "aaf/manifest-missing-key",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "an object of the manifest lacks a key that it must have",
    help: "The manifest is a contract: a planner needs the title, scope, risk, confirmation and schemas of every \
           action before it may choose one. `agmark explain` and hover say what each key is for.",
    bad: &[include_str!("../../samples/missing-key/bad.json")],
    good: &[include_str!("../../samples/missing-key/good.json")],
};

pub fn finding(finding: Finding) -> Diagnostic {
    let message = match finding.mistake {
        Mistake::Missing { key, of } => {
            let place = if finding.pointer.is_empty() {
                String::new()
            } else {
                format!("{}: ", shown(&finding.pointer))
            };
            let docs = key.docs.trim_end_matches('.');
            format!("{place}{of} needs the key \"{}\" ({})", key.name, lowercase_first(docs))
        }
        _ => RULE.summary.to_owned(),
    };
    RULE.at(finding.span, message)
}

fn lowercase_first(text: &str) -> String {
    let mut chars = text.chars();
    let second_is_upper = text.chars().nth(1).is_some_and(char::is_uppercase);
    match chars.next() {
        Some(first) if !second_is_upper => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
