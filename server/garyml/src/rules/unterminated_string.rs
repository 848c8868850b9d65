use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::Item;
use crate::syntax::node::Syntax;
use crate::syntax::structure::Structure;
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "garyml/unterminated-string",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a quoted value without its closing quote",
    help: "A value in quotes ends on its line, with the quote that it began with. In double quotes, `\\\"` is a \
           quote that does not end it; in single quotes nothing is special. A text over several lines goes \
           between `\"\"\"`.",
    bad: &[".Role: \"Release manager\n", ".Execute\n  .log message=\"all done\n"],
    good: &[".Role: \"Release manager\"\n", ".Execute\n  .log message=\"all done\"\n"],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.syntax == Syntax::UnterminatedString) {
        let value = value.node;
        let text = value::text(value, structure.text).trim_end();
        let quote = text.get(..1).unwrap_or("\"");
        let span = Span::new(value.start_byte(), value.start_byte() + text.len());
        let edit = Edit::insert(span.end as usize, quote);
        let message = format!("the string has no closing {quote}");
        found.push(RULE.at(span, message).suggest(format!("add {quote} at the end"), vec![edit]));
    }
}
