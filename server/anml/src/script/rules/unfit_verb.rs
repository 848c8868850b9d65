//! A verb that the element's role does not take.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::{Check, ElementContext};
use crate::vocabulary::{self, Takes};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unfit-verb",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "verb that the element does not support",
        help: "`fill` is for fields that take text or numbers, `check` and `uncheck` for elements that are on or off, `select` for \
               elements that offer choices, `expand` for elements with `[expanded]`, `[collapsed]` or a summary, and for roles \
               that open.",
        bad: &[
            "fill #e1 \"Ann\"\n=== example.anml\nbutton#e1 \"Send\"\n",
            "check #e1\n=== example.anml\nlink#e1 \"Home\"\n",
        ],
        good: &[
            "click #e1\n=== example.anml\nbutton#e1 \"Send\"\n",
            "expand #e1\n=== example.anml\nlink#e1 \"Home\" [collapsed]\n",
        ],
    },
    check: Check::Element(check),
};

fn check(context: &ElementContext<'_>, found: &mut Vec<Diagnostic>) {
    let Some(role) = context.unfit_role().filter(|_| context.verb.takes != Takes::Interactive) else {
        return;
    };
    let verbs: Vec<_> = vocabulary::verbs(role).collect();
    let (verb, name) = (context.verb.name, context.name);
    let message = format!("\"{verb}\" does not apply to \"#{name}\", a {role}: use {}", verbs.join(", "));
    found.push(RULE.at(context.span, message));
}
