//! An action of a page that is missing in its manifest.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{beside, manifest};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/undeclared-action",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "action of a page that is missing in its manifest",
        help: "A planner knows only the actions of the manifest. The manifest of a page is in `.well-known` in \
               its folder or in a folder above, or in the page itself. A part of an action (`seat.book.submit`) \
               does not need its own entry.",
        bad: &[beside!(
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.bock\"></form>\n",
            manifest!("\"inputSchema\": {}, ", "")
        )],
        good: &[beside!(
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n",
            manifest!("\"inputSchema\": {}, ", "")
        )],
    },
    check: Check::CrossFile,
};
