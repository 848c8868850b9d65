//! An invalid action name in `data-agent-for-action`.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-for-action",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid action name in `data-agent-for-action`",
        help: "The value is the name of an action: lowercase letters, digits and `-`, in parts joined by dots.",
        bad: &[
            "<input data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"Club.Leave\">\n",
        ],
        good: &[
            "<button data-agent-kind=\"action\" data-agent-action=\"club.leave\">Leave</button>\n<input \
                 data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"club.leave\">\n",
        ],
    },
    check: Check::Value("for-action"),
};
