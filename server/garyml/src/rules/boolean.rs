use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::{Form, Item};
use crate::syntax::node::Syntax;
use crate::syntax::structure::Structure;
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "garyml/boolean",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a truth value that is written with capital letters",
    help: "GaryML writes `true` and `false`. `True` is text. Put it in quotes if text is meant.",
    bad: &[".Execute\n  .test all=True\n"],
    good: &[".Execute\n  .test all=true\n    name: \"True\"\n"],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    if item.stray || !matches!(item.form, Form::Header(_) | Form::Parameter(_)) {
        return;
    }
    for parameter in parameters(structure, item) {
        let Some(value) = parameter.value.filter(|v| v.syntax == Syntax::Plain) else { continue };
        let written = value::text(value.node, structure.text);
        let Some(word) = ["true", "false"].into_iter().find(|word| written.eq_ignore_ascii_case(word)) else {
            continue;
        };
        let span = Span::of(value.node);
        let finding = RULE.at(span, format!("\"{written}\" is text: the truth value is {word}"));
        found.push(finding.suggest(format!("write {word}"), vec![Edit::replace(span, word)]));
    }
}

/// The parameters that stand in the line of an item.
pub(super) fn parameters<'s, 'a>(
    structure: &'s Structure<'a>,
    item: &Item<'_>,
) -> &'s [crate::syntax::structure::Parameter<'a>] {
    let range = match item.form {
        Form::Parameter(i) => i..i + 1,
        Form::Header(i) => structure.headers.get(i).map_or(0..0, |h| h.in_line.clone()),
        _ => 0..0,
    };
    structure.parameters.get(range).unwrap_or(&[])
}
