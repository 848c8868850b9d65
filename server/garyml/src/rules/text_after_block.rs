use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::{Form, Item};
use crate::syntax::structure::Structure;

pub static RULE: Rule = Rule {
    code: "garyml/text-after-block",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "text after the closing quotes of a text block",
    help: "The line of a closer may have a comment behind it and nothing else. A text block ends at the first \
           `\"\"\"`: one that is to be part of the text can stand in a code block.",
    bad: &[".Plan\n  \"\"\"1. look\"\"\" and leap\n"],
    good: &[".Plan\n  \"\"\"1. look and leap\"\"\"\n", ".Plan\n  \"\"\"1. look\"\"\" # and leap\n"],
};

pub fn check(_: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    let Some(stray) = item.parts.stray.filter(|_| !matches!(item.form, Form::Header(_))) else { return };
    let span = Span::of(stray);
    let edit = Edit::insert(span.start as usize, " # ");
    let message = "text after the closing quotes is not read";
    found.push(RULE.at(span, message).suggest("make it a comment", vec![edit]));
}
