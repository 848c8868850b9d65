use agmark_syntax::{Edit, FixKind, Rule, Severity, Span};

use super::site::Site;

/// A line that is none of the kinds that there are.
pub static RULE: Rule = Rule {
    code: "anml/unknown-line",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a line is not ANML",
    help: "A line of the body is an element (`role#ref \"name\"`), content (`> text`), a table row (`| a | b |`) or a \
           summary (`~ 12 links`). There are no comments. Front matter stands only at the very start. Text is the name \
           of a paragraph, `p \"…\"`, or content of the element above, `> …`.",
    bad: &["Welcome to our little shop\n", "main\n  # the menu\n", "main\n---\n"],
    good: &["p \"Welcome to our little shop\"\n", "main\n  > the menu\n"],
};

pub(super) fn check(site: &mut Site<'_>, span: Span) {
    let text = span.text(site.text);
    let start = span.start as usize;
    let message = if text.starts_with("---") {
        "\"---\" opens front matter only at the start of the document"
    } else {
        "this line must be an element, content \">\", table row \"|\" or summary \"~\""
    };
    let finding = RULE.at(span, message);
    site.report(if text.starts_with(|c: char| c.is_alphanumeric()) {
        finding.suggest("make it content", vec![Edit::insert(start, "> ")])
    } else {
        finding
    });
}
