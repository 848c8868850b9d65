use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::not_a_comment::behind_quotes;
use super::yaml::is_block_scalar;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::syntax_kind::SyntaxKind;
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/unquoted-content",
        severity: Severity::Hint,
        fix: FixKind::Automatic,
        summary: "content without quotes",
        help: "Content on the line of a header is a quoted string: `.Role: \"Release manager\"`. Without quotes \
               it ends at the end of the line or at ` #`.",
        bad: &[".Role: Release manager\n"],
        good: &[".Role: \"Release manager\"\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let content = structure.items.get(header.item).and_then(|i| i.parts.value);
    let Some(content) = content.filter(|c| c.kind == SyntaxKind::Plain) else { return };
    let span = content.span();
    // Other rules report these.
    let no_content = header.kind.directive().is_some_and(|d| !d.content.takes_blocks());
    let written = span.text(structure.text);
    if no_content || is_block_scalar(written) || behind_quotes(written).is_some() {
        return;
    }
    let quoted = value::quote(span.text(structure.text));
    let message = format!("content of .{} without quotes", header.name);
    found.push(RULE.at(span, message).fix("put it in quotes", vec![Edit::replace(span, quoted)]));
}
