use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::line_context::{LineContext, is_empty, remove};
use crate::syntax::element::{Element, Part};
use crate::syntax::json;
use crate::syntax::node::Kind;
use crate::vocabulary;

/// A state without brackets.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bare-state",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "state without brackets",
        help: "A word after the role and name is read as a state. Brackets make this clear. `--fix` and `fmt` add \
               them only to known states of the role: other words may be a name without quotes.",
        bad: &["checkbox#e1 \"News\" checked\n", "button#e1 Submit order\n"],
        good: &["checkbox#e1 \"News\" [checked]\n", "button#e1 \"Submit order\"\n"],
    },
    check: Check::Items(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let role = vocabulary::base(element.role.text(context.text));
    for run in element.runs() {
        if run.first().is_none_or(|part| part.kind != Kind::BareWord) {
            continue;
        }
        if run.iter().all(|part| vocabulary::has_state(role, part.text(context.text))) {
            for part in run {
                let word = part.text(context.text);
                let edits = vec![Edit::replace(part.span, format!("[{word}]"))];
                let message = format!("state \"{word}\" without brackets: write \"[{word}]\"");
                context.report(RULE.at(part.span, message).fix(format!("write \"[{word}]\""), edits));
            }
        } else {
            context.report(unknown(context.text, element, &run));
        }
    }
}

/// Words that may be states, or a name without quotes: a person must choose.
fn unknown(text: &str, element: &Element, run: &[Part]) -> Diagnostic {
    let span = run.iter().skip(1).fold(run[0].span, |all, part| Span { end: part.span.end, ..all });
    let words: Vec<&str> = run.iter().map(|part| part.text(text)).collect();
    let name = json::encode(&words.join(" "));
    let states = words.iter().map(|word| format!("[{word}]")).collect::<Vec<_>>().join(" ");
    let finding = RULE.at(
        span,
        format!(
            "`{}` without quotes or brackets: write {name} for a name, {states} for states",
            words.join(" ")
        ),
    );
    let before = element.reference.unwrap_or(element.role).span.end;
    let finding = match element.name {
        Some(_) => finding,
        // Only blanks are before the words, so the name replaces them.
        None if text.get(before as usize..span.start as usize).is_some_and(is_empty) => {
            finding.suggest(format!("write {name} as the name"), vec![Edit::replace(span, name)])
        }
        None => {
            let edits = vec![Edit::insert(before as usize, format!(" {name}")), remove(text, span)];
            finding.suggest(format!("write {name} as the name"), edits)
        }
    };
    finding.suggest(format!("write {states}"), vec![Edit::replace(span, states)])
}
