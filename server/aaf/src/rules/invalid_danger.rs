//! An unknown danger.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-danger",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "`data-agent-danger` must be `none`, `low` or `high`",
        help: "An agent that cannot read the danger of an action may treat it as harmless. Use `none` for an \
               action that changes nothing, `low` if it can be undone, and `high` if it cannot.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-danger=\"severe\"></form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"club.leave\" data-agent-danger=\"high\"></form>\n",
        ],
    },
    check: Check::Value("danger"),
};
