use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Element;

/// An element deeper than the depth in the front matter.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/over-depth",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "element deeper than the `depth` of the front matter",
        help: "`depth` is the number of levels that were kept: `depth: 1` keeps the top level alone. A summary, \
               such as `~ 12 links`, stands for the deeper elements.",
        bad: &["---\ndepth: 1\n---\nmain\n  p \"a\"\n"],
        good: &[
            "---\ndepth: 2\n---\nmain\n  p \"a\"\n",
            "---\ndepth: 1\n---\nmain\n  ~ 1 paragraph\n",
            "---\ndepth: 1\nexpand: e1\n---\nmain\n  form#e1\n    p \"a\"\n",
        ],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    // Deeper elements are below one that is reported.
    if !element.in_cell && context.state.limits.depth == Some(context.body.depth) && !context.state.diff {
        let depth = context.body.depth;
        let message = format!("element on level {}: the front matter sets \"depth: {depth}\"", depth + 1);
        context.report(RULE.at(element.role.span, message));
    }
}
