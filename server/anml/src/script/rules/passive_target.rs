//! A click on a passive element.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::{Check, ElementContext};
use crate::vocabulary::Takes;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/passive-target",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "click on a passive element",
        help: "Headings, cells and containers usually do nothing when they are clicked. Name the link or button in them. Agents \
               can still read, hover over and scroll a passive element that has a ref.",
        bad: &["click #e1\n=== example.anml\nh1#e1 \"Home\"\n"],
        good: &["text #e1\n=== example.anml\nh1#e1 \"Home\"\n"],
    },
    check: Check::Element(check),
};

fn check(context: &ElementContext<'_>, found: &mut Vec<Diagnostic>) {
    let Some(role) = context.unfit_role().filter(|_| context.verb.takes == Takes::Interactive) else {
        return;
    };
    let (verb, name) = (context.verb.name, context.name);
    let message = format!(
        "\"#{name}\" is a {role}, which is passive: \"{verb}\" may do nothing, so use an interactive element"
    );
    found.push(RULE.at(context.span, message));
}
