//! Versions on elements that hold nothing.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::page::Page;

pub static RULE: Rule = Rule {
    code: "aaf/version-placement",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "`data-agent-version` on an element that contains nothing",
    help: "The version is of all annotations in the element: it stands on the root of the page or on a container \
           such as a form.",
    bad: &["<input data-agent-kind=\"field\" data-agent-field=\"amount\" data-agent-version=\"0.1\">\n"],
    good: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-version=\"0.1\"></form>\n",
    ],
};

/// Elements that are one thing to a reader, whatever they hold.
const LEAVES: &[&str] = &[
    "input", "select", "textarea", "button", "option", "a", "img", "label", "output", "progress", "meter",
    "hr", "br",
];

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for element in &page.annotated {
        let Some(version) = element.get("version") else { continue };
        let tag = page.tag(element);
        if LEAVES.iter().any(|leaf| leaf.eq_ignore_ascii_case(tag)) {
            let message = format!("data-agent-version on <{tag}>: it belongs on the root or on a container");
            out.push(RULE.at(version.span, message));
        }
    }
}
