//! An invalid field name.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-field",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid field name in `data-agent-field`",
        help: "A field name has lowercase letters, digits and `_`: `street_name`. The properties of the action's \
               `inputSchema` use the same name.",
        bad: &["<input data-agent-kind='field' data-agent-field='streetName'>\n"],
        good: &["<input data-agent-kind='field' data-agent-field='street_name'>\n"],
    },
    check: Check::Value("field"),
};
