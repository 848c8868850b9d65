//! The rules of action scripts, one file each.

mod bad_action;
mod check;
pub mod missing_snapshot;
mod no_such_element;
mod passive_target;
mod unfit_verb;
mod unknown_verb;

use std::cell::OnceCell;

use agmark_syntax::rule::without_checks;
use agmark_syntax::{CheckedRule, Diagnostic, Rule};

use crate::cross_file::targets::Targets;
use crate::script::action::Action;
use check::{Check, ElementContext};

/// All rules, by code.
const ALL: [&CheckedRule<Check>; 6] = [
    &bad_action::RULE,
    &missing_snapshot::RULE,
    &no_such_element::RULE,
    &passive_target::RULE,
    &unfit_verb::RULE,
    &unknown_verb::RULE,
];

/// All rules, without their checks.
pub static RULES: [&Rule; ALL.len()] = without_checks(ALL);

/// The diagnostics of a script without its snapshot.
pub fn check(script: &str) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for action in actions(script) {
        for rule in ALL {
            if let Check::Action(check) = rule.check {
                check(&action, &mut found);
            }
        }
    }
    found
}

/// The diagnostics of the elements that a script names.
pub fn check_elements(script: &str, targets: &Targets) -> Vec<Diagnostic> {
    let (mut found, refs) = (Vec::new(), OnceCell::new());
    for action in actions(script) {
        let Some((verb, (name, span))) = action.verb().zip(action.target()) else { continue };
        let context = ElementContext { verb, name, span, targets, refs: &refs };
        for rule in ALL {
            if let Check::Element(check) = rule.check {
                check(&context, &mut found);
            }
        }
    }
    found
}

fn actions(script: &str) -> impl Iterator<Item = Action<'_>> {
    let mut start = 0;
    script.split_inclusive('\n').filter_map(move |line| {
        let action = Action::read(start, line.trim_end_matches(['\n', '\r']));
        start += line.len();
        action
    })
}
