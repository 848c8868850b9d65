use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::not_a_comment::behind_quotes;
use super::yaml::is_block_scalar;
use crate::syntax::node::Syntax;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "garyml/unquoted-content",
    severity: Severity::Hint,
    fix: FixKind::Automatic,
    summary: "content in a header's line without quotes",
    help: "Content on a header's line is a quoted string: `.Role: \"Release manager\"`. Without quotes it is \
           read to the end of the line, or to a ` #`.",
    bad: &[".Role: Release manager\n"],
    good: &[".Role: \"Release manager\"\n"],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let content = structure.items.get(header.item).and_then(|i| i.parts.value);
    let Some(content) = content.filter(|c| c.syntax == Syntax::Plain) else { return };
    let span = Span::of(content.node);
    // Other rules say what to write there.
    let no_content = header.kind.directive().is_some_and(|d| !d.content.takes_blocks());
    let written = span.text(structure.text);
    if no_content || is_block_scalar(written) || behind_quotes(written).is_some() {
        return;
    }
    let quoted = value::quote(span.text(structure.text));
    let message = format!("the content of .{} is not in quotes", header.name);
    found.push(RULE.at(span, message).fix("put it in quotes", vec![Edit::replace(span, quoted)]));
}
