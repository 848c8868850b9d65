//! `key=` without a value.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::block::MalformedKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/missing-value",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "attribute without a value",
        help: "An attribute is written `key=value`, without white space around the `=`. An empty value is \
               written `\"\"`.",
        bad: &["@code lang= [#tides]\n~~~\nprint(1)\n~~~\n"],
        good: &[
            "@code lang=python [#tides]\n~~~\nprint(1)\n~~~\n",
            "@code lang=\"\" [#tides]\n~~~\nprint(1)\n~~~\n",
        ],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for part in context.block().malformed.iter().filter(|part| part.kind == MalformedKind::NoValue) {
        let key = part.span.text(context.text).trim_end_matches('=');
        let message = format!("missing value after \"{key}=\": for an empty value, write {key}=\"\"");
        let edits = vec![Edit::insert(part.span.end as usize, "\"\"")];
        out.push(RULE.at(part.span, message).suggest("insert an empty value", edits));
    }
}
