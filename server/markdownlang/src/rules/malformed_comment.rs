//! Comments at odds.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A comment that is not alone in its action.
pub static RULE: Rule = Rule {
    code: "markdownlang/malformed-comment",
    severity: Severity::Error,
    fix: FixKind::Automatic,
    summary: "malformed comment",
    help: "A comment must fill its action: `{{/* … */}}`, without spaces between the braces and the stars. With \
           trim markers, there is one space on the outer side of each: `{{- /* … */ -}}`.",
    bad: &[program!("{{ /* The list comes sorted. */ }}\n"), program!("{{/* The list comes sorted. */ }}\n")],
    good: &[program!("{{/* The list comes sorted. */}}\n")],
};

const WORDS: &str = "malformed comment: it must fill its action, without spaces between the braces and the stars: {{/* … */}}";

/// At a comment with something between its stars and its braces; `text` is all of the action.
pub(crate) fn whole(span: Span, text: &str) -> Diagnostic {
    let finding = RULE.at(span, WORDS);
    match without_spaces(text) {
        Some(text) => finding.fix("remove the spaces", vec![Edit::replace(span, text)]),
        None => finding,
    }
}

/// At a comment within an action.
pub(crate) fn inside(span: Span) -> Diagnostic {
    RULE.at(span, WORDS)
}

/// The comment as it is to be, if there is nothing but blanks around its stars.
fn without_spaces(text: &str) -> Option<String> {
    let inside = text.strip_prefix("{{")?.strip_suffix("}}")?;
    let (left, inside) = inside.strip_prefix('-').map_or(("", inside), |rest| ("- ", rest));
    let (right, inside) = inside.strip_suffix('-').map_or(("", inside), |rest| (" -", rest));
    let comment = inside.trim();
    let content = comment.strip_prefix("/*")?.strip_suffix("*/")?;
    (!content.contains("*/")).then(|| format!("{{{{{left}{comment}{right}}}}}"))
}
