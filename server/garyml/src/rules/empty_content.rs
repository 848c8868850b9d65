use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::stray_text::holds;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/empty-content",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "directive without content",
        help: "A `.Role` without text or an `.Execute` without commands tells the agent nothing. A `.Context` may \
               be empty if its `path` names a file.",
        bad: &[
            ".Role\n.Query: \"What changed?\"\n",
            ".Plan\n  \"\"\"\n  \"\"\"\n",
            ".Execute\n.Plan: \"look\"\n",
            ".Context id=notes\n",
        ],
        good: &[
            ".Role: \"Release manager\"\n.Query: \"What changed?\"\n",
            ".Execute\n  .test\n",
            ".Context id=notes path=notes.md\n",
        ],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive().filter(|d| d.needs_content()) else { return };
    let full = header.contents.iter().any(|c| !is_empty(*c, structure.text));
    // The first child is in the same piece. Text may follow it, in another piece.
    let has_child = header.has_child;
    let elsewhere = structure.parameter(header, "path").is_some_and(|p| p.value.is_some());
    let malformed = structure.items.get(header.item).is_some_and(|i| i.parts.stray.is_some());
    if full || has_child || elsewhere || malformed {
        return;
    }
    let message = format!("empty .{}: expected {}", directive.name, holds(directive.content));
    found.push(RULE.at(header.name_span, message).awaiting(structure.awaits(header)));
}

/// Whether a string or block contains only white space.
fn is_empty(content: SyntaxNode<'_>, text: &str) -> bool {
    match content.kind {
        SyntaxKind::String => value::inner(content).is_some_and(|s| s.text(text).trim().is_empty()),
        SyntaxKind::TextBlock | SyntaxKind::CodeBlock => {
            content.inside().is_none_or(|inside| inside.text(text).trim().is_empty())
        }
        _ => false,
    }
}
