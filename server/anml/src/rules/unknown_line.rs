use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::line_context::LineContext;

/// A line that is not ANML.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unknown-line",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "line that is not ANML",
        help: "A line of the body is an element (`role#ref \"name\"`), content (`> text`), a table row (`| a | b \
               |`) or a summary (`~ 12 links`). There are no comments. Front matter is only valid at the very \
               start. Write text as the name of a paragraph, `p \"…\"`, or as content of the element above, `> \
               …`.",
        bad: &["Welcome to our little shop\n", "main\n  # the menu\n", "main\n---\n"],
        good: &["p \"Welcome to our little shop\"\n", "main\n  > the menu\n"],
    },
    check: Check::Unknown(check),
};

fn check(context: &mut LineContext<'_>, span: Span) {
    let text = span.text(context.text);
    let start = span.start as usize;
    let message = if text.starts_with("---") {
        "misplaced \"---\": front matter is only valid at the start of the document"
    } else {
        "invalid line: write an element, content \">\", a table row \"|\" or a summary \"~\""
    };
    let finding = RULE.at(span, message);
    context.report(if text.starts_with(|c: char| c.is_alphanumeric()) {
        finding.suggest("write the line as content", vec![Edit::insert(start, "> ")])
    } else {
        finding
    });
}
