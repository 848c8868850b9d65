//! An action that no page of the manifest lists.

use std::collections::HashSet;

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, work};

use super::check::Check;
use super::examples::seats;
use crate::cross_file::entries::Entries;
use crate::page::wholes;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unlisted-action",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "action that no page of the manifest lists",
        help: "If `pages` says where actions are, a runtime cannot reach an action that no page lists. Add it to \
               the `actions` of its page. An action with an `endpoint` needs no page.",
        bad: &[seats!("", ",\n  \"pages\": {\"/\": {\"title\": \"Start\", \"actions\": []}}")],
        good: &[
            seats!("", ",\n  \"pages\": {\"/\": {\"title\": \"Start\", \"actions\": [\"seat.book\"]}}"),
            seats!("", ",\n  \"pages\": {\"/\": {\"title\": \"Start\"}}"),
        ],
    },
    check: Check::Entries(check),
};

fn check(entries: &Entries<'_>, out: &mut Vec<Diagnostic>) {
    if !entries.may_lack_actions() {
        return;
    }
    let parts = entries.parts();
    let pages = || parts.iter().flat_map(|part| &part.manifest.pages);
    // Without lists nothing says where actions are. A name that a template computes may be any name.
    if !pages().any(|page| page.lists_actions) || pages().any(|page| page.lists_unknown) {
        return;
    }
    let listed: HashSet<&str> =
        pages().flat_map(|page| &page.actions).map(|action| action.text.as_str()).collect();
    // An undeclared name in a list is probably a misspelt name of an unlisted action.
    let actions = || parts.iter().flat_map(|part| part.manifest.actions.iter().map(|one| (part.start, one)));
    let declared: HashSet<&str> = actions().map(|(_, entry)| entry.id.as_str()).collect();
    if !listed.is_subset(&declared) {
        return;
    }
    for (start, entry) in actions() {
        work::add(1);
        let is_listed =
            listed.contains(entry.id.as_str()) || wholes(&entry.id).any(|whole| listed.contains(whole));
        if is_listed || entry.has_endpoint {
            continue;
        }
        let name = shown(&entry.id);
        let message = format!("no page of the manifest lists action \"{name}\": runtimes cannot find it");
        out.push(RULE.at(entry.span.shifted(start), message));
    }
}
