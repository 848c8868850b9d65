use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::element::Element;

/// An element that is deeper than the front matter says.
pub static RULE: Rule = Rule {
    code: "anml/over-depth",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "an element is deeper than the front matter's `depth`",
    help: "`depth` says how many levels were kept: with `depth: 1` the top level alone. What is deeper is shown as a \
           summary, `~ 12 links`.",
    bad: &["---\ndepth: 1\n---\nmain\n  p \"a\"\n"],
    good: &[
        "---\ndepth: 2\n---\nmain\n  p \"a\"\n",
        "---\ndepth: 1\n---\nmain\n  ~ 1 paragraph\n",
        "---\ndepth: 1\nexpand: e1\n---\nmain\n  form#e1\n    p \"a\"\n",
    ],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    // Those that are deeper still stand under one that is marked.
    if site.context.limits.depth == Some(site.body.depth) && !site.context.diff {
        let depth = site.body.depth;
        let message = format!("on level {}, but the front matter says \"depth: {depth}\"", depth + 1);
        site.report(RULE.at(element.role.span, message));
    }
}
