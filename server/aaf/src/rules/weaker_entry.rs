//! An entry of a part of an action with a lower risk or a weaker confirmation than the action.

use agmark_schema::{Member, Node};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{part, seats};
use super::weaker::{self, Statement};
use crate::manifest::members::{by_name, members};
use crate::page::wholes;
use crate::vocabulary::{CONFIRMATIONS, RISKS};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/weaker-entry",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "entry of a part of an action with a lower risk or a weaker confirmation than the action",
        help: "A part of an action (`seat.book.submit`) inherits the risk and the confirmation of the action. If \
               its entry states less, a planner that reads only this entry skips a required question. State the \
               same. Parts that only leave or show something (`cancel`, `close`, `reset`, `back`, `preview`) do \
               not count.",
        bad: &[seats!(part!("low", "optional"), "")],
        good: &[seats!(part!("high", "required"), "")],
    },
    check: Check::Entries(check),
};

fn check(root: &Node, out: &mut Vec<Diagnostic>) {
    let actions = by_name(root.get("actions"));
    for part in members(root.get("actions")).iter().filter(|entry| weaker::counts(&entry.key.text)) {
        let Some(whole) = wholes(&part.key.text).find_map(|whole| actions.get(whole)) else { continue };
        for (key, words) in [("risk", RISKS), ("confirmation", CONFIRMATIONS)] {
            if let (Some(part), Some(whole)) = (stated(part, key), stated(whole, key)) {
                out.extend(weaker::diagnostic(&RULE, key, words, &part, &whole));
            }
        }
    }
}

fn stated<'a>(entry: &'a Member, key: &str) -> Option<Statement<'a>> {
    let node = entry.value.get(key)?;
    Some(Statement { action: &entry.key.text, value: node.as_str()?, span: node.content_span().into() })
}
