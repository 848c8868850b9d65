use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::whole_line;
use crate::syntax::front_matter::FrontMatter;

/// Front matter without a closing line.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unclosed-front-matter",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unclosed front matter",
        help: "Front matter starts and ends with a line `---`. Without the closing line, it ends at the first \
               line that can only be body, which may be too late.",
        bad: &["---\nurl: https://shop.example\nlink#e1 \"Home\"\n", "---\ntitle: Shop\n"],
        good: &["---\nurl: https://shop.example\n---\nlink#e1 \"Home\"\n", "---\ntitle: Shop\n---\n"],
    },
    check: Check::FrontMatter(check),
};

fn check(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    if front.close.is_some() {
        return;
    }
    let last = front.entries.last().map_or(front.open, |e| e.key);
    let end = whole_line(text, last.start as usize).end as usize;
    let before = if text[..end].ends_with('\n') { "" } else { "\n" };
    let finding = RULE.at(front.open, "unclosed front matter: add a line \"---\"");
    let finding = finding.awaiting(Awaits::After);
    found.push(finding.suggest("close the front matter", vec![Edit::insert(end, format!("{before}---\n"))]));
}
