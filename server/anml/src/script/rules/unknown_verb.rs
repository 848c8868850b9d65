//! An unknown verb.

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::script::action::Action;
use crate::vocabulary::VERBS;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unknown-verb",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unknown verb",
        help: "An action starts with a verb: `click`, `fill`, `check`, `uncheck`, `select`, `hover`, `expand`, \
               `scroll`, `keys` or `text`. There are no others: a program that runs the script stops here.",
        bad: &["clik #e1\n", "press #e1\n"],
        good: &["click #e1\n", "keys #e1 \"Enter\"\n"],
    },
    check: Check::Action(check),
};

fn check(action: &Action<'_>, found: &mut Vec<Diagnostic>) {
    if action.verb().is_some() {
        return;
    }
    let word = action.first();
    let verbs = || VERBS.iter().map(|verb| verb.name);
    let similar = suggestion(word.text, verbs(), |_| false);
    let hint = match similar {
        Some(_) => String::new(),
        None => format!(": use {}", verbs().collect::<Vec<_>>().join(", ")),
    };
    let span = action.span(word);
    found.push(RULE.at(span, format!("unknown verb \"{}\"{hint}", word.text)).nearest(span, similar));
}
