use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Element;

/// An element that the filter of the front matter excludes.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/against-filter",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "element that the `filter` of the front matter excludes",
        help: "`filter` states what was kept: `interactive` elements (those with an interactive role, and others \
               with a ref to act on them), or elements with the roles in the list. In a page, a heading, an item \
               or a form with a ref is interactive only if a state or attribute makes it so, such as \
               `[clickable]` or `cursor=pointer`. Tables stay, because of the elements in their cells. With \
               `compact` nothing is checked: what it leaves out depends on the lines below an element.",
        bad: &[
            "---\nfilter: interactive\n---\nmain\n  button#e1 \"Go\"\n",
            "---\nfilter: interactive\n---\nh1#e1 \"Books\"\nlink#e2 \"Emma\"\n",
            "---\nfilter: link, h1\n---\nh1 \"A\"\nh2 \"B\"\n",
        ],
        good: &[
            "---\nfilter: interactive\n---\nbutton#e1 \"Go\"\nresource#r1 \"main-db\"\nimg#e2 \"Map\" [clickable]\n",
            "---\nsource: cloud\nfilter: interactive\n---\nrow#r1 \"eu-west\"\n",
            "---\nfilter: link, h1\n---\nh1 \"A\"\n",
        ],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let Some(filter) = context.state.limits.filter.as_ref().filter(|_| !context.state.diff) else { return };
    let role = element.role.text(context.text);
    if !filter.keeps(element, context.text, context.state.origin) {
        context.report(
            RULE.at(element.role.span, format!("\"{role}\" is excluded by the filter in the front matter")),
        );
    }
}
