use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::line_class::after_string;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/not-a-comment",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`#` without a space after a quoted string",
        help: "A comment starts with `#` and a space: `#12` is data. After a quoted string, such a word turns the \
               whole value into text, and the quotes become part of it.",
        bad: &[".Role: \"Release manager\" #one person\n"],
        good: &[".Role: \"Release manager\" # one person\n"],
    },
    check: Check::Item(check),
};

/// The text after a quoted string at the start of a value, if it looks like a comment.
pub(super) fn behind_quotes(value: &str) -> Option<&str> {
    let after = if value.starts_with(['"', '\'']) { after_string(value)? } else { return None };
    after.trim_start_matches([' ', '\t']).starts_with('#').then_some(after)
}

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.kind == SyntaxKind::Plain) {
        let written = value.text(structure.text);
        let Some(after) = behind_quotes(written) else { continue };
        let end = value.span().end as usize;
        let mark = end - after.trim_start_matches([' ', '\t']).len();
        let message = "text with quotes in it: a comment starts with a space, # and a space";
        let edit = match after.starts_with('#') {
            true => Edit::replace(Span::new(mark, mark + 1), " # "),
            false => Edit::insert(mark + 1, " "),
        };
        let finding = RULE.at(value.span(), message);
        found.push(finding.suggest("make it a comment", vec![edit]));
    }
}
