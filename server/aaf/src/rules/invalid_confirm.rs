//! An unknown confirmation policy.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-confirm",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "`data-agent-confirm` must be `never`, `optional`, `review` or `required`",
        help: "The value says whether the user must agree. With `review`, the agent fills in the form and the \
               user presses the button. With `required`, the agent must ask first.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-confirm=\"yes\"></form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-confirm=\"required\"></form>\n",
        ],
    },
    check: Check::Value("confirm"),
};
