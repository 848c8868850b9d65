//! Names of actions that nothing defines.

use agmark_syntax::{FixKind, Rule, Severity};

pub static UNKNOWN_ACTION: Rule = Rule {
    code: "aaf/unknown-action",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a name of an action that neither the page nor a manifest has",
    help: "`data-agent-for-action` ties a field or a status to an action of the same page or of the manifest. A \
           name that neither has ties to nothing: the field is never found (6.1.1).",
    bad: &["<button data-agent-kind=\"action\" data-agent-action=\"club.leave\">Leave</button>\n<input \
         data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"club.leaf\">\n"],
    good: &["<button data-agent-kind=\"action\" data-agent-action=\"club.leave\">Leave</button>\n<input \
         data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"club.leave\">\n"],
};
