//! An invalid value of the right type.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::manifest::check::{ShapeError, ShapeErrorKind};
use crate::vocabulary;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/manifest-value",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid value in the manifest",
        help: "`risk` must be none, low or high; `confirmation` must be never, optional, review or required; \
               `version` is two numbers joined by a dot; `scope` has lowercase letters, digits, `_` and dots; \
               `origin` and `target` are URIs.",
        bad: &[include_str!("../../samples/value/bad.json")],
        good: &[include_str!("../../samples/value/good.json")],
    },
    check: Check::Shape(check),
};

fn check(error: &ShapeError) -> Option<Diagnostic> {
    let at = shown(&error.pointer);
    let (message, near) = match &error.kind {
        ShapeErrorKind::Word { words, written, key } => {
            let near = vocabulary::meant(words, written).map(str::to_owned);
            let words = vocabulary::list(words);
            (format!("{at}: unknown {key} \"{}\": expected one of {words}", shown(written)), near)
        }
        ShapeErrorKind::Pattern { pattern, written } => {
            let message = format!("{at}: invalid value \"{}\": expected {}", shown(written), pattern.words());
            (message, pattern.repaired(written))
        }
        ShapeErrorKind::Empty => (format!("{at}: expected at least one member"), None),
        _ => return None,
    };
    Some(RULE.at(error.span, message).nearest(error.span, near.as_deref()))
}
