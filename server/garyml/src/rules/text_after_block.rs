use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/text-after-block",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "text after the closing quotes of a text block",
        help: "Only a comment may follow a closer on its line. A text block ends at the first `\"\"\"`. To use \
               `\"\"\"` inside the text, write a code block.",
        bad: &[".Plan\n  \"\"\"1. look\"\"\" and leap\n"],
        good: &[".Plan\n  \"\"\"1. look and leap\"\"\"\n", ".Plan\n  \"\"\"1. look\"\"\" # and leap\n"],
    },
    check: Check::Item(check),
};

fn check(_: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    let Some(stray) = item.parts.stray.filter(|_| !matches!(item.kind, ItemKind::Header(_))) else { return };
    let span = stray;
    let edit = Edit::insert(span.start as usize, " # ");
    let message = "unexpected text after the closing quotes";
    found.push(RULE.at(span, message).suggest("make it a comment", vec![edit]));
}
