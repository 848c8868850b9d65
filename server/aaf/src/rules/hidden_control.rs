//! An action or a field that only agents see.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::page::{Annotated, Page};
use crate::syntax::html::Element;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/hidden-control",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "hidden action or field",
        help: "People and agents should find the same things on a page. Users cannot check what only agents see. A \
               dialog or a step that is hidden until it is needed does not count.",
        bad: &["<button hidden data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n"],
        good: &[
            "<button data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n",
            "<dialog>\n  <button hidden data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n</dialog>\n",
        ],
    },
    check: Check::Element(check),
};

fn check(page: &Page<'_>, annotated: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    let Some(kind) = annotated.get("kind").filter(|kind| matches!(kind.legal(), Some("action" | "field")))
    else {
        return;
    };
    let Some(element) = page.element(annotated) else { return };
    if page.context(annotated.element).in_dialog || element.is(page.text, "dialog") {
        return;
    }
    if let (Some(how), Some(name)) = (hidden(page.text, element), kind.legal()) {
        out.push(RULE.at(kind.span, format!("hidden {name} ({how}): only agents see it")));
    }
}

/// How an element itself is hidden.
fn hidden(text: &str, element: &Element) -> Option<&'static str> {
    let plain = |value: &str| value.trim().to_ascii_lowercase();
    if element
        .attribute(text, "hidden")
        .is_some_and(|value| !value.contains('{') && plain(value) != "until-found")
    {
        return Some("hidden");
    }
    if element.attribute(text, "aria-hidden").is_some_and(|value| plain(value) == "true") {
        return Some("aria-hidden");
    }
    let style = element.attribute(text, "style")?;
    let declares = |one: &str| {
        one.split_once(':')
            .is_some_and(|(name, value)| plain(name) == "display" && plain(value).starts_with("none"))
    };
    style.split(';').any(declares).then_some("display: none")
}
