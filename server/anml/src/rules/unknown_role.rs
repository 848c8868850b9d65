use agmark_syntax::nearest::meant;
use agmark_syntax::{Rule, Severity, Span};

use super::Site;
use crate::element::Element;
use crate::node::Kind;
use crate::vocabulary::{self, ROLES};

/// A role that the vocabulary does not have.
pub static RULE: Rule = Rule {
    code: "anml/unknown-role",
    severity: Severity::Hint,
    summary: "a role is not in the vocabulary",
    help: "Roles are an open set, and tools of one field have roles of their own. One that is not in the vocabulary may \
           still be a slip of the pen, and no tool knows whether agents can act on it.",
    bad: &["buton#e1 \"Send\"\n", "browser:lnk#e1 \"Home\"\n"],
    good: &["button#e1 \"Send\"\n", "browser:link#e1 \"Home\"\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    if element.role.kind != Kind::Role {
        return;
    }
    let role = element.role.text(site.text);
    let base = vocabulary::base(role);
    if vocabulary::role(base).is_some() {
        return;
    }
    let span = Span::new(element.role.span.end as usize - base.len(), element.role.span.end as usize);
    // Words of two letters are all near to each other.
    let near = meant(base, ROLES.iter().map(|r| r.name), |_| false).filter(|_| base.len() > 2);
    site.report(RULE.at(span, format!("unknown role \"{base}\"")).nearest(span, near));
}
