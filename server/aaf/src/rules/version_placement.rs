//! A version on an element that contains nothing.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::page::{Annotated, Page};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/version-placement",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "`data-agent-version` on an element without content",
        help: "The version applies to all annotations in an element. Put it on the root of the page or on a \
               container such as a form.",
        bad: &["<input data-agent-kind=\"field\" data-agent-field=\"amount\" data-agent-version=\"0.1\">\n"],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-version=\"0.1\"></form>\n",
        ],
    },
    check: Check::Element(check),
};

/// Elements that are a single item, even if they contain others.
const LEAVES: &[&str] = &[
    "input", "select", "textarea", "button", "option", "a", "img", "label", "output", "progress", "meter",
    "hr", "br",
];

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    let Some(version) = element.get("version") else { return };
    let tag = page.tag(element);
    if LEAVES.iter().any(|leaf| leaf.eq_ignore_ascii_case(tag)) {
        let message = format!("data-agent-version on <{tag}>: move it to the root or to a container");
        out.push(RULE.at(version.span, message));
    }
}
