//! An action that no page of the manifest lists.

use std::collections::HashSet;

use agmark_schema::{Node, shown};
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, work};

use super::check::Check;
use super::examples::seats;
use crate::manifest::members::members;
use crate::page::wholes;
use crate::syntax::template;

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

fn check(root: &Node, out: &mut Vec<Diagnostic>) {
    let pages = members(root.get("pages"));
    let lists = || pages.iter().filter_map(|page| page.value.get("actions")?.as_list());
    // Without lists nothing says where actions are. A name that a template computes may be any name.
    let items = || lists().flatten();
    if lists().next().is_none() || items().any(|item| item.as_str().is_none_or(template::is_dynamic)) {
        return;
    }
    let listed: HashSet<&str> = items().filter_map(Node::as_str).collect();
    // An undeclared name in a list is probably a misspelt name of an unlisted action.
    let actions = members(root.get("actions"));
    let declared: HashSet<&str> = actions.iter().map(|entry| entry.key.text.as_str()).collect();
    if !listed.is_subset(&declared) {
        return;
    }
    for entry in actions {
        let name = entry.key.text.as_str();
        work::add(1);
        let is_listed = listed.contains(name) || wholes(name).any(|whole| listed.contains(whole));
        if name.is_empty() || is_listed || template::is_dynamic(name) || entry.value.get("endpoint").is_some()
        {
            continue;
        }
        let message =
            format!("no page of the manifest lists action \"{}\": runtimes cannot find it", shown(name));
        out.push(RULE.at(entry.key.content_span().into(), message));
    }
}
