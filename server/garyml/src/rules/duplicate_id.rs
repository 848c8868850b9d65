use std::collections::{HashMap, HashSet};

use agmark_syntax::{CheckedRule, Diagnostic, Document, Edit, Fix, FixKind, Name, Rule, Severity, work};

use super::check::Check;
use crate::analysis::namespaces::ID;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/duplicate-id",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "duplicate id",
        help: "A reference `@id` must name one block. If two blocks have the same id, it is not clear which one \
               is meant.",
        bad: &[".Context id=notes path=a.md\n.Context id=notes path=b.md\n"],
        good: &[".Context id=notes path=a.md\n.Context id=remarks path=b.md\n"],
    },
    check: Check::Names,
};

/// Adds a fix with a free id for each duplicate id.
pub fn add_fixes(document: &Document, diagnostics: &mut [Diagnostic]) {
    // For each id, the number that was tried last.
    let mut last: HashMap<String, usize> = HashMap::new();
    let mut given: HashSet<String> = HashSet::new();
    for finding in diagnostics.iter_mut().filter(|f| *f.rule == RULE.rule) {
        let id = document.text().span(finding.span).into_owned();
        let taken = |id: &String| document.names().get(&Name::new(ID, id)).is_some();
        let number = last.entry(id.clone()).or_insert(1);
        let new = loop {
            work::add(1);
            *number += 1;
            let new = format!("{id}-{number}");
            if !taken(&new) && !given.contains(&new) {
                break new;
            }
        };
        let edit = Edit::replace(finding.span, new.clone());
        finding.fixes.push(Fix::offered(format!("name it \"{new}\""), vec![edit]));
        given.insert(new);
    }
}
