//! An action of the manifest that is missing on its page.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{beside, manifest};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/missing-action",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "action of the manifest that is missing on its page",
        help: "The manifest sends agents to a page for an action that the page does not have. A page is compared \
               with the entry of its route: `/seats/new` is `seats/new.html` or `seats/new/index.html` below \
               the folder that contains `.well-known`. A part of the action on the page is enough. An action \
               that is on no page of the workspace is reported once, in the manifest.",
        bad: &[beside!(
            "<body data-agent-version=\"0.1\"></body>\n",
            manifest!("\"inputSchema\": {}, ", ", \"actions\": [\"seat.book\"]")
        )],
        good: &[beside!(
            "<body data-agent-version=\"0.1\">\n  <button data-agent-kind=\"action\" \
             data-agent-action=\"seat.book\">Book</button>\n</body>\n",
            manifest!("\"inputSchema\": {}, ", ", \"actions\": [\"seat.book\"]")
        )],
    },
    check: Check::CrossFile,
};
