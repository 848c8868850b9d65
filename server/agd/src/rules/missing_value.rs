//! `key=` without a value.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::syntax::block::FlawKind;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/missing-value",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an attribute has no value",
    help: "An attribute is written `key=value`, without white space around the `=`; an empty value is written `\"\"`.",
    bad: &["@code lang= [#tides]\n~~~\nprint(1)\n~~~\n"],
    good: &[
        "@code lang=python [#tides]\n~~~\nprint(1)\n~~~\n",
        "@code lang=\"\" [#tides]\n~~~\nprint(1)\n~~~\n",
    ],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    for flaw in context.block().flaws.iter().filter(|flaw| flaw.kind == FlawKind::NoValue) {
        let key = flaw.span.text(context.text).trim_end_matches('=');
        let message = format!("no value after \"{key}=\": an empty one is written {key}=\"\"");
        let edits = vec![Edit::insert(flaw.span.end as usize, "\"\"")];
        out.push(RULE.at(flaw.span, message).suggest("write an empty value", edits));
    }
}
