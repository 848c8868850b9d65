//! Annotations in third-party content.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::page::{Annotated, Page};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/third-party",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "annotations in third-party content",
        help: "Agents trust annotations as the site's own, so content from others must not contain them. Remove \
               the annotations, or move the element out of the iframe, object, embed or `data-third-party` \
               element.",
        bad: &[
            "<div data-third-party>\n  <button data-agent-kind=\"action\" data-agent-action=\"ad.click\">Go</button>\n</div>\n",
        ],
        good: &[
            "<div data-third-party>\n  <button>Go</button>\n</div>\n<p data-agent-kind=\"result\"></p>\n",
        ],
    },
    check: Check::Element(check),
};

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    let frame = page.context(element.element).third_party.and_then(|index| page.dom.elements.get(index));
    let (Some(frame), Some(first)) = (frame, element.annotations.first()) else { return };
    let name = frame.name(page.text);
    let frame_tag = match frame.attribute(page.text, "data-third-party") {
        Some(_) => format!("<{name} data-third-party>"),
        None => format!("<{name}>"),
    };
    let message = format!("annotations in {frame_tag}: agents would trust them as the site's own");
    out.push(RULE.at(first.span, message).related(frame.tag.span.clone().into(), "the third-party content"));
}
