use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::boolean::parameters;
use super::check::Check;
use crate::syntax::line_item::LineItem;
use crate::syntax::structure::Structure;
use crate::syntax::syntax_kind::SyntaxKind;
use crate::syntax::value;
use crate::vocabulary::REFERRING;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/not-a-reference",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "text that looks like a reference",
        help: "A reference must be the whole value: `input: @notes`. If other text follows, the whole value is \
               text and refers to nothing. Write several references as a list: `[@notes, @remarks]`.",
        bad: &[
            ".Context id=notes path=notes.md\n.Execute\n  .test\n    input: @notes first\n",
            ".Context id=notes path=notes.md\n.Execute\n  .test\n    files: @notes, @notes\n",
            ".Context id=notes path=notes.md\n.Execute\n  .test\n    target: *notes\n",
        ],
        good: &[".Context id=notes path=notes.md\n.Execute\n  .test\n    input: [@notes, @notes]\n"],
    },
    check: Check::Item(check),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    if item.stray {
        return;
    }
    for parameter in parameters(structure, item) {
        let Some(value) = parameter.value.filter(|v| v.kind == SyntaxKind::Plain) else { continue };
        let written = value.text(structure.text);
        let words: Vec<&str> = written.split([' ', '\t', ',']).filter(|word| !word.is_empty()).collect();
        if let Some(finding) = of_yaml(parameter.key, value.span(), written, &words) {
            found.push(finding);
            continue;
        }
        let is_reference = |word: &&str| word.strip_prefix('@').is_some_and(value::is_id);
        let first = words.first().is_some_and(is_reference);
        let all = words.len() > 1 && words.iter().all(is_reference);
        // A text such as `@all please look` may start like this.
        if !first || !(all || REFERRING.contains(&parameter.key)) {
            continue;
        }
        let span = value.span();
        let message = format!("\"{written}\" is text: a reference must be the whole value");
        let finding = RULE.at(span, message);
        let list = format!("[{}]", words.join(", "));
        found.push(match all {
            true => finding.suggest(format!("write the list {list}"), vec![Edit::replace(span, list)]),
            false => finding,
        });
    }
}

/// A YAML alias, or ids separated by commas outside of a list, where a reference is expected.
fn of_yaml(key: &str, span: Span, written: &str, words: &[&str]) -> Option<Diagnostic> {
    if !REFERRING.contains(&key) {
        return None;
    }
    if let Some(id) = written.strip_prefix('*').filter(|id| value::is_id(id)) {
        let message = format!("\"{written}\" is text: write the reference as @{id}");
        return Some(
            RULE.at(span, message)
                .suggest(format!("write @{id}"), vec![Edit::replace(span, format!("@{id}"))]),
        );
    }
    let ids = words.len() > 1 && words.iter().all(|word| value::is_id(word));
    let commas = written.matches(',').count() + 1 == words.len();
    if !ids || !commas {
        return None;
    }
    let list: Vec<String> = words.iter().map(|id| format!("@{id}")).collect();
    let list = format!("[{}]", list.join(", "));
    let message = format!("\"{written}\" is text: write several references as {list}");
    Some(RULE.at(span, message).suggest(format!("write the list {list}"), vec![Edit::replace(span, list)]))
}
