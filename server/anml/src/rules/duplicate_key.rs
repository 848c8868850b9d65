use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use super::site::whole_line;
use crate::syntax::front_matter::FrontMatter;

/// A key of the front matter that is there twice.
pub static RULE: Rule = Rule {
    code: "anml/duplicate-key",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "the front matter has the same key twice",
    help: "Readers take one of the two values and drop the other; which one is anybody's guess. Remove one.",
    bad: &["---\nurl: /a\nurl: /b\n---\n"],
    good: &["---\nurl: /b\n---\n"],
};

pub(super) fn check(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    let mut seen = std::collections::HashMap::new();
    for entry in &front.entries {
        let key = entry.key.text(text);
        match seen.entry(key) {
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(entry.key);
            }
            std::collections::hash_map::Entry::Occupied(first) => {
                let line = whole_line(text, entry.key.start as usize);
                found.push(
                    RULE.at(entry.key, format!("the key \"{key}\" is already there"))
                        .related(*first.get(), "first here")
                        .suggest("remove the line", vec![Edit::delete(line)]),
                );
            }
        }
    }
}
