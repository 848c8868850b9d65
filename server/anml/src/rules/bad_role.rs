use agmark_syntax::{Edit, FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::chars;
use crate::syntax::element::Element;
use crate::syntax::node::Kind;
use crate::vocabulary;

/// A role with characters that no role has.
pub static RULE: Rule = Rule {
    code: "anml/bad-role",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "a role is not written as roles are",
    help: "A role is a lower-case letter, then lower-case letters and digits: `button`, `h1`. A namespace of \
           the same kind may stand before it: `browser:button`. A colon behind the role, as ARIA snapshots have it, \
           is left out.",
    bad: &["Button#e1 \"Send\"\n", "main:\n", "doc-note \"Mind the gap\"\n"],
    good: &["button#e1 \"Send\"\n", "main\n", "note \"Mind the gap\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    if element.role.kind != Kind::BadRole {
        return;
    }
    let role = element.role.text(site.text);
    let span = element.role.span;
    let message =
        format!("invalid role \"{role}\": lower-case letters and digits, a letter first, such as \"button\"");
    let better = repaired(role);
    let edits = vec![Edit::replace(span, better.clone())];
    let finding = RULE.at(span, message);
    let title = format!("replace by \"{better}\"");
    let same = better.eq_ignore_ascii_case(role.trim_end_matches(':'));
    site.report(if same && vocabulary::role(vocabulary::base(&better)).is_some() {
        finding.fix(title, edits)
    } else if is_role(&better) {
        finding.suggest(title, edits)
    } else {
        finding
    });
}

/// The role in lower case, without what no role has.
fn repaired(role: &str) -> String {
    let role = role.trim_end_matches(':').to_ascii_lowercase();
    let plain: String = role.chars().filter(|c| c.is_ascii_alphanumeric() || *c == ':').collect();
    if is_role(&plain) { plain } else { plain.replace(':', "") }
}

fn is_role(text: &str) -> bool {
    let (len, good) = chars::role(text.as_bytes());
    good && len == text.len()
}
