//! A name in a manifest that no page can use.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::manifest::check::{ShapeError, ShapeErrorKind};
use crate::vocabulary::patterns::Pattern;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/manifest-name",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid name of an action, a data view or a route in the manifest",
        help: "Pages name actions in `data-agent-action`, which allows lowercase letters, digits and `-`, in \
               parts joined by dots. Routes begin with `/`. No page can match another name.",
        bad: &[include_str!("../../samples/name/bad.json")],
        good: &[include_str!("../../samples/name/good.json")],
    },
    check: Check::Shape(check),
};

fn check(error: &ShapeError) -> Option<Diagnostic> {
    let ShapeErrorKind::Name { pattern, written } = &error.kind else { return None };
    let noun = if *pattern == Pattern::Route { "route" } else { "name" };
    let message = format!(
        "{}: invalid {noun} \"{}\": expected {}",
        shown(&error.pointer),
        shown(written),
        pattern.words()
    );
    Some(RULE.at(error.span, message).nearest(error.span, pattern.repaired(written).as_deref()))
}
