//! A value of the wrong type.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::manifest::check::{ShapeError, ShapeErrorKind};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/manifest-type",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "value of the wrong type in the manifest",
        help: "A validator rejects the manifest. Versions are strings (`\"0.1\"`), `idempotent` is `true` or \
               `false` without quotes, and the `actions` and `data` of a page are lists of names.",
        bad: &[include_str!("../../samples/type/bad.json")],
        good: &[include_str!("../../samples/type/good.json")],
    },
    check: Check::Shape(check),
};

fn check(error: &ShapeError) -> Option<Diagnostic> {
    let ShapeErrorKind::Type { expected, found, instead } = &error.kind else { return None };
    let place = if error.pointer.is_empty() { "the manifest".to_owned() } else { shown(&error.pointer) };
    let diagnostic = RULE.at(error.span, format!("{place}: expected {expected}, found {found}"));
    Some(match instead {
        Some(text) => {
            let title = format!("replace with {}", shown(text));
            diagnostic.suggest(title, vec![Edit::replace(error.span, text.as_str())])
        }
        None => diagnostic,
    })
}
