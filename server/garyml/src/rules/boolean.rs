use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/boolean",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "boolean with capital letters",
        help: "GaryML writes booleans as `true` and `false`. `True` is text. If you mean text, put it in quotes.",
        bad: &[".Execute\n  .test all=True\n"],
        good: &[".Execute\n  .test all=true\n    name: \"True\"\n"],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    if item.stray || !matches!(item.kind, ItemKind::Header(_) | ItemKind::Parameter(_)) {
        return;
    }
    for parameter in parameters(structure, item) {
        let Some(value) = parameter.value.filter(|v| v.kind == SyntaxKind::Plain) else { continue };
        let written = value.text(structure.text);
        let Some(word) = ["true", "false"].into_iter().find(|word| written.eq_ignore_ascii_case(word)) else {
            continue;
        };
        let span = value.span();
        let finding = RULE.at(span, format!("\"{written}\" is text: the boolean is {word}"));
        found.push(finding.suggest(format!("write {word}"), vec![Edit::replace(span, word)]));
    }
}

/// The parameters on the line of an item.
pub(super) fn parameters<'s, 'a>(
    structure: &'s Structure<'a>,
    item: &LineItem<'_>,
) -> &'s [crate::syntax::structure::Parameter<'a>] {
    let range = match item.kind {
        ItemKind::Parameter(i) => i..i + 1,
        ItemKind::Header(i) => structure.headers.get(i).map_or(0..0, |h| h.in_line.clone()),
        _ => 0..0,
    };
    structure.parameters.get(range).unwrap_or(&[])
}
