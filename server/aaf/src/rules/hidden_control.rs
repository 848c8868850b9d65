//! Actions and fields that only agents would see.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::page::Page;
use crate::syntax::html::Element;

pub static RULE: Rule = Rule {
    code: "aaf/hidden-control",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "an action or a field that is hidden from people",
    help: "People and agents should find the same things on a page: what only agents see, nobody checks. A dialog or a \
           step that is hidden until it is needed is no such thing.",
    bad: &["<button hidden data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n"],
    good: &[
        "<button data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n",
        "<dialog>\n  <button hidden data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n</dialog>\n",
    ],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for one in &page.annotated {
        let Some(kind) = one.text("kind").filter(|kind| matches!(*kind, "action" | "field")) else {
            continue;
        };
        let Some(element) = page.element(one) else { continue };
        if page.context(one.element).in_dialog || element.is(page.text, "dialog") {
            continue;
        }
        if let Some(how) = hidden(page.text, element) {
            let at = one.get("kind").map_or(element.tag.name.clone().into(), |kind| kind.span);
            out.push(RULE.at(at, format!("a hidden {kind} ({how}): people do not see what agents use")));
        }
    }
}

/// What hides an element itself.
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
