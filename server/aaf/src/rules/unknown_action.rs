//! An action that neither the page nor a manifest defines.

use super::check::Check;
use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unknown-action",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unknown action: neither the page nor a manifest defines it",
        help: "`data-agent-for-action` connects a field or a status to an action of the same page or of the \
               manifest. If the action does not exist, the field is never found (6.1.1).",
        bad: &["<button data-agent-kind=\"action\" data-agent-action=\"club.leave\">Leave</button>\n<input \
             data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"club.leaf\">\n"],
        good: &[
            "<button data-agent-kind=\"action\" data-agent-action=\"club.leave\">Leave</button>\n<input \
             data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"club.leave\">\n",
        ],
    },
    check: Check::Names,
};
