//! An entry of a part of an action with a lower risk or a weaker confirmation than the action.

use std::collections::HashMap;

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::examples::{part, seats};
use super::weaker::{self, Statement};
use crate::cross_file::entries::Entries;
use crate::manifest::model::{Entry, SpannedText};
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

fn check(entries: &Entries<'_>, out: &mut Vec<Diagnostic>) {
    if !entries.may_have_parts() {
        return;
    }
    let parts = entries.parts();
    let all = || parts.iter().flat_map(|part| part.manifest.actions.iter().map(|one| (part.start, one)));
    let mut actions: HashMap<&str, (usize, &Entry)> = HashMap::new();
    for (start, entry) in all() {
        actions.entry(&entry.id).or_insert((start, entry));
    }
    for part in all().filter(|(_, entry)| weaker::counts(&entry.id)) {
        let Some(whole) = wholes(&part.1.id).find_map(|whole| actions.get(whole)) else { continue };
        for (key, words, of) in
            [("risk", RISKS, risk as Stated), ("confirmation", CONFIRMATIONS, confirmation)]
        {
            if let (Some(part), Some(whole)) = (stated(part, of), stated(*whole, of)) {
                out.extend(weaker::diagnostic(&RULE, key, words, &part, &whole));
            }
        }
    }
}

/// What an entry states.
type Stated = fn(&Entry) -> &Option<SpannedText>;

fn risk(entry: &Entry) -> &Option<SpannedText> {
    &entry.risk
}

fn confirmation(entry: &Entry) -> &Option<SpannedText> {
    &entry.confirmation
}

fn stated((start, entry): (usize, &Entry), of: Stated) -> Option<Statement<'_>> {
    let value = of(entry).as_ref()?;
    Some(Statement { action: &entry.id, value: &value.text, span: value.span.shifted(start) })
}
