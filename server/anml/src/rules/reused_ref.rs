use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;

/// An added element with a ref that the base has.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/reused-ref",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "added element with a ref of the base",
        help: "A diff gives new refs to the elements that it adds. A ref of the base still names the element \
               there, unless a line with `-` removes that element. Give the new element the next free ref, or \
               mark the line with `*` if it is the same element.",
        bad: &["---\ntype: diff\nbase: a.anml\n---\n+ button#e1 \"Stop\"\n=== a.anml\nbutton#e1 \"Send\"\n"],
        good: &[
            "---\ntype: diff\nbase: a.anml\n---\n+ button#e2 \"Stop\"\n=== a.anml\nbutton#e1 \"Send\"\n",
            "---\ntype: diff\nbase: a.anml\n---\n- button#e1\n+ link#e1 \"Stop\"\n=== a.anml\nbutton#e1 \"Send\"\n",
        ],
    },
    check: Check::CrossFile,
};

pub fn diagnostic(span: Span, name: &str, path: &str) -> Diagnostic {
    RULE.at(
        span,
        format!("ref \"#{name}\" is already in the base, {path}: use a new ref, or remove that element"),
    )
}
