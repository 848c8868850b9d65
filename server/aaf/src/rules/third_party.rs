//! Annotations in somebody else's content.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::page::Page;

pub static RULE: Rule = Rule {
    code: "aaf/third-party",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "annotations inside of an iframe, object, embed or `data-third-party`",
    help: "What others deliver must not tell agents what to do on this site: annotations are trusted as the site's own. \
           Leave them out there, or take the element out of the foreign content.",
    bad: &[
        "<div data-third-party>\n  <button data-agent-kind=\"action\" data-agent-action=\"ad.click\">Go</button>\n</div>\n",
    ],
    good: &["<div data-third-party>\n  <button>Go</button>\n</div>\n<p data-agent-kind=\"result\"></p>\n"],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for one in &page.annotated {
        let frame = page.context(one.element).third_party.and_then(|index| page.dom.elements.get(index));
        let (Some(frame), Some(first)) = (frame, one.annotations.first()) else { continue };
        let name = frame.name(page.text);
        let what = match frame.attribute(page.text, "data-third-party") {
            Some(_) => format!("<{name} data-third-party>"),
            None => format!("<{name}>"),
        };
        let message =
            format!("annotations inside of {what}: what others deliver must not speak for this site");
        out.push(RULE.at(first.span, message).related(frame.tag.span.clone().into(), "the foreign content"));
    }
}
