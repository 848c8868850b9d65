use agmark_syntax::{Awaits, Diagnostic, Edit, FixKind, Rule, Severity};

use super::site::whole_line;
use crate::syntax::front_matter::FrontMatter;

/// Front matter without an end.
pub static RULE: Rule = Rule {
    code: "anml/unclosed-front-matter",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "the front matter has no closing line",
    help: "Front matter begins with a line `---` and ends with another one. Without it the first line that must be body \
           ends it, which may be too late.",
    bad: &["---\nurl: https://shop.example\nlink#e1 \"Home\"\n", "---\ntitle: Shop\n"],
    good: &["---\nurl: https://shop.example\n---\nlink#e1 \"Home\"\n", "---\ntitle: Shop\n---\n"],
};

pub(super) fn check(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    if front.close.is_some() {
        return;
    }
    let last = front.entries.last().map_or(front.open, |e| e.key);
    let end = whole_line(text, last.start as usize).end as usize;
    let before = if text[..end].ends_with('\n') { "" } else { "\n" };
    let finding = RULE.at(front.open, "the front matter is not closed: a line \"---\" is missing");
    let finding = finding.awaiting(Awaits::After);
    found.push(finding.suggest("close the front matter", vec![Edit::insert(end, format!("{before}---\n"))]));
}
