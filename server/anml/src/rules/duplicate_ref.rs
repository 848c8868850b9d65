use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

/// A ref that two elements have.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/duplicate-ref",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "duplicate ref",
        help: "Agents name an element by its ref: `click #e1`. Only one element of a document can have a ref. In \
               a diff this holds for each side: the lines with `-`, and all others. Give one of the elements \
               another number; gaps between numbers are allowed.",
        bad: &[
            "button#e1 \"Yes\"\nbutton#e1 \"No\"\n",
            "---\ntype: diff\n---\n- button#e1 \"Yes\"\n- button#e1 \"No\"\n",
        ],
        good: &[
            "button#e1 \"Yes\"\nbutton#e2 \"No\"\n",
            "---\ntype: diff\n---\n- button#e1 \"Yes\"\n+ link#e1 \"Yes\"\n",
        ],
    },
    check: Check::Names,
};
