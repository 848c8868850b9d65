//! A target that is neither a route nor an address.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/invalid-page",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`data-agent-page` must be a route or an address",
        help: "A route begins with `/`, as in the manifest's `pages`. An address begins with `http`.",
        bad: &["<div data-agent-kind=\"link\" data-agent-page=\"orders/new\">New order</div>\n"],
        good: &["<div data-agent-kind=\"link\" data-agent-page=\"/orders/new\">New order</div>\n"],
    },
    check: Check::Value("page"),
};
