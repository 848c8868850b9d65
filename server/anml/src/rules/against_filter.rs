use agmark_syntax::{Rule, Severity};

use super::Site;
use crate::element::Element;

/// An element that the front matter's filter should have taken out.
pub static RULE: Rule = Rule {
    code: "anml/against-filter",
    severity: Severity::Hint,
    summary: "an element does not belong into a body with this `filter`",
    help: "`filter` says what was kept: `interactive` elements (those with an interactive role and those with a ref), \
           or elements with the roles in the list. Tables stay, for the elements in their cells. What `compact` leaves \
           out depends on what is below an element, so with it nothing is checked.",
    bad: &[
        "---\nfilter: interactive\n---\nmain\n  button#e1 \"Go\"\n",
        "---\nfilter: link, h1\n---\nh1 \"A\"\nh2 \"B\"\n",
    ],
    good: &[
        "---\nfilter: interactive\n---\nbutton#e1 \"Go\"\nresource#r1 \"main-db\"\n",
        "---\nfilter: link, h1\n---\nh1 \"A\"\n",
    ],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    let Some(filter) = site.context.limits.filter.as_ref().filter(|_| !site.context.diff) else { return };
    let role = element.role.text(site.text);
    if !filter.keeps(role, element.reference.is_some()) {
        site.report(
            RULE.at(element.role.span, format!("\"{role}\" does not pass the filter of the front matter")),
        );
    }
}
