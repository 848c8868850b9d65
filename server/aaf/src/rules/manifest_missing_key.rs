//! A missing key of a manifest.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::manifest::check::{ShapeError, ShapeErrorKind};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/manifest-missing-key",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "missing required key in the manifest",
        help: "The manifest is a contract: a planner needs the title, scope, risk, confirmation and schemas of \
               every action before it may choose one. A hover on a key shows its purpose.",
        bad: &[include_str!("../../samples/missing-key/bad.json")],
        good: &[include_str!("../../samples/missing-key/good.json")],
    },
    check: Check::Shape(check),
};

fn check(error: &ShapeError) -> Option<Diagnostic> {
    let ShapeErrorKind::Missing { key, of } = &error.kind else { return None };
    let place = match error.pointer.is_empty() {
        true => String::new(),
        false => format!("{}: ", shown(&error.pointer)),
    };
    let docs = lowercase_first(key.docs.trim_end_matches('.'));
    Some(RULE.at(error.span, format!("{place}missing key \"{}\" of {of} ({docs})", key.name)))
}

fn lowercase_first(text: &str) -> String {
    let mut chars = text.chars();
    let second_is_upper = text.chars().nth(1).is_some_and(char::is_uppercase);
    match chars.next() {
        Some(first) if !second_is_upper => first.to_lowercase().chain(chars).collect(),
        _ => text.to_owned(),
    }
}
