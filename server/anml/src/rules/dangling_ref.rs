use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

/// A reference to an undefined ref.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/dangling-ref",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "reference to an undefined ref",
        help: "A value such as `for=#e2`, and `expand #e2` in a summary, refer to the element with that ref in \
               the same document. No element has this ref. Put the value in quotes if it is text: \
               `color=\"#e2\"`. In a diff with an unknown base, only references to what the diff removes are \
               reported.",
        bad: &["label \"Name\" for=#e2\ntextbox#e3 \"Name\"\n", "nav\n  ~ 3 links (expand #e9)\n"],
        good: &["label \"Name\" for=#e2\ntextbox#e2 \"Name\"\n", "nav#e9\n  ~ 3 links (expand #e9)\n"],
    },
    check: Check::Names,
};
