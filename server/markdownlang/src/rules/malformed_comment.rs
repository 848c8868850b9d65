//! A comment that does not fill its action.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::static_kind::StaticKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/malformed-comment",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "malformed comment",
        help: "A comment must fill its action: `{{/* … */}}`, without spaces between the braces and the stars. With \
           trim markers, there is one space on the outer side of each: `{{- /* … */ -}}`.",
        bad: &[
            program!("{{ /* The list comes sorted. */ }}\n"),
            program!("{{/* The list comes sorted. */ }}\n"),
        ],
        good: &[program!("{{/* The list comes sorted. */}}\n")],
    },
    check: Check::Node(&["action", "malformed_comment", "misplaced_comment"], check),
};

const MESSAGE: &str = "malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}";

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    if context.node.static_kind() == "action" && !context.action.is_comment() {
        return;
    }
    let diagnostic = RULE.at(context.span(), MESSAGE);
    out.push(match without_spaces(context.content()) {
        Some(text) => diagnostic.fix("remove the spaces", vec![Edit::replace(context.span(), text)]),
        None => diagnostic,
    });
}

/// The correct comment, if the action contains only blanks around the stars.
fn without_spaces(text: &str) -> Option<String> {
    let inside = text.strip_prefix("{{")?.strip_suffix("}}")?;
    let (left, inside) = inside.strip_prefix('-').map_or(("", inside), |rest| ("- ", rest));
    let (right, inside) = inside.strip_suffix('-').map_or(("", inside), |rest| (" -", rest));
    let comment = inside.trim();
    let content = comment.strip_prefix("/*")?.strip_suffix("*/")?;
    (!content.contains("*/")).then(|| format!("{{{{{left}{comment}{right}}}}}"))
}
