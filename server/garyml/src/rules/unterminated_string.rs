use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::item::Item;
use crate::syntax::node::Syntax;
use crate::syntax::structure::Structure;
use crate::syntax::value;

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

fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.syntax == Syntax::UnterminatedString) {
        let value = value.node;
        let text = value::text(value, structure.text).trim_end();
        let quote = text.get(..1).unwrap_or("\"");
        let span = Span::new(value.start_byte(), value.start_byte() + text.len());
        let edit = Edit::insert(span.end as usize, quote);
        let message = format!("string without a closing {quote}");
        found.push(RULE.at(span, message).suggest(format!("add {quote} at the end"), vec![edit]));
    }
}
