use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unterminated-string",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing closing quote",
        help: "A quoted value must end on its line, with the quote that it starts with. In double quotes, `\\\"` \
               is a quote that does not end the value. Single quotes have no escapes. Enclose text of several \
               lines in `\"\"\"`.",
        bad: &[".Role: \"Release manager\n", ".Execute\n  .log message=\"all done\n"],
        good: &[".Role: \"Release manager\"\n", ".Execute\n  .log message=\"all done\"\n"],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.kind == SyntaxKind::UnterminatedString) {
        let (start, text) = (value.span().start as usize, value.text(structure.text).trim_end());
        let quote = text.get(..1).unwrap_or("\"");
        let span = Span::new(start, start + text.len());
        let edit = Edit::insert(span.end as usize, quote);
        let message = format!("string without a closing {quote}");
        found.push(RULE.at(span, message).suggest(format!("add {quote} at the end"), vec![edit]));
    }
}
