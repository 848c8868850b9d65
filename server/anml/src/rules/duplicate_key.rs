use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::whole_line;
use crate::syntax::front_matter::FrontMatter;

/// A duplicate key in the front matter.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/duplicate-key",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "duplicate key in the front matter",
        help: "Readers keep one of the two values and drop the other, and they differ in which one. Remove one of \
               them.",
        bad: &["---\nurl: /a\nurl: /b\n---\n"],
        good: &["---\nurl: /b\n---\n"],
    },
    check: Check::FrontMatter(check),
};

fn check(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
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
                    RULE.at(entry.key, format!("duplicate key \"{key}\": remove one of them"))
                        .related(*first.get(), "first here")
                        .suggest("remove the line", vec![Edit::delete(line)]),
                );
            }
        }
    }
}
