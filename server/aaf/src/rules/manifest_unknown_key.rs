//! An unknown key of a manifest.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::manifest::check::{ShapeError, ShapeErrorKind};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/manifest-unknown-key",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unknown key in the manifest",
        help: "Validators reject unknown keys, and agents ignore them. Only `inputSchema` and `outputSchema` may \
               have other keys: they are your own JSON Schemas.",
        bad: &[include_str!("../../samples/unknown-key/bad.json")],
        good: &[include_str!("../../samples/unknown-key/good.json")],
    },
    check: Check::Shape(check),
};

fn check(error: &ShapeError) -> Option<Diagnostic> {
    let ShapeErrorKind::Unknown { key, near, of } = &error.kind else { return None };
    let mut message = format!("{}: unknown key \"{}\" of {}", shown(&error.pointer), shown(key), of.what);
    if near.is_none() {
        let keys: Vec<_> = of.keys.iter().map(|key| key.name).collect();
        message.push_str(&format!(": its keys are {}", keys.join(", ")));
    }
    Some(RULE.at(error.span, message).nearest(error.span, *near))
}
