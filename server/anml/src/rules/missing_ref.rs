use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Element;
use crate::syntax::line::Sign;
use crate::syntax::node::Kind;
use crate::vocabulary;

/// An interactive element without a ref.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/missing-ref",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "interactive element without a ref",
        help: "Agents act on elements by their refs. They can see a button, link or field without a ref, but not \
               use it. Write a ref after the role, with a number that is free in the document: `button#e7`.",
        bad: &["button \"Send\"\n", "form\n  textbox \"Name\" [required]\n"],
        good: &["button#e1 \"Send\"\n", "form\n  textbox#e1 \"Name\" [required]\n"],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    if element.reference.is_some() || element.role.kind != Kind::Role {
        return;
    }
    // `bad-state` reports a ref in brackets, with the fix.
    if element.others().any(|part| part.kind == Kind::BadState && part.text(context.text).contains("ref=")) {
        return;
    }
    // Agents do not act on an element that a diff removes.
    if context.body.head.sign == Some(Sign::Removed) {
        return;
    }
    let role = element.role.text(context.text);
    if vocabulary::is_interactive(vocabulary::base(role)) {
        let message = format!("\"{role}\" is interactive and needs a ref, such as \"{role}#e1\"");
        context.report(RULE.at(element.role.span, message));
    }
}
