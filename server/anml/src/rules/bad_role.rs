use agmark_syntax::{CheckedRule, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::chars;
use crate::syntax::element::Element;
use crate::syntax::node::Kind;
use crate::vocabulary;

/// An invalid role name.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-role",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "invalid role name",
        help: "A role is a lower-case letter, followed by lower-case letters and digits: `button`, `h1`. A \
               namespace in the same form can precede it: `browser:button`. Remove the colon that ARIA snapshots \
               write after a role.",
        bad: &["Button#e1 \"Send\"\n", "main:\n", "doc-note \"Mind the gap\"\n"],
        good: &["button#e1 \"Send\"\n", "main\n", "note \"Mind the gap\"\n"],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    if element.role.kind != Kind::BadRole {
        return;
    }
    let role = element.role.text(context.text);
    let span = element.role.span;
    let message = format!(
        "invalid role \"{role}\": use lower-case letters and digits, with a letter first, such as \"button\""
    );
    let better = repaired(role);
    let edits = vec![Edit::replace(span, better.clone())];
    let finding = RULE.at(span, message);
    let title = format!("replace with \"{better}\"");
    let same = better.eq_ignore_ascii_case(role.trim_end_matches(':'));
    context.report(if same && vocabulary::role(vocabulary::base(&better)).is_some() {
        finding.fix(title, edits)
    } else if is_role(&better) {
        finding.suggest(title, edits)
    } else {
        finding
    });
}

/// The role in lower case, without invalid characters.
fn repaired(role: &str) -> String {
    let role = role.trim_end_matches(':').to_ascii_lowercase();
    let plain: String = role.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ':').collect();
    if is_role(&plain) { plain } else { plain.replace(':', "") }
}

fn is_role(text: &str) -> bool {
    let (len, good) = chars::role(text.as_bytes());
    good && len == text.len()
}
