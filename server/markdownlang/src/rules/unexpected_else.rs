//! Else out of place.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// `else` where it does not belong.
pub static RULE: Rule = Rule {
    code: "markdownlang/unexpected-else",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "unexpected `else`",
    help: "`else` belongs to `if`, `range` and `with`, once each. `else if` continues an `if`, and `else with` \
           continues a `with`.",
    bad: &[
        program!("{{ else }}Say nothing.\n"),
        program!("{{ if .city }}a{{ else }}b{{ else }}c{{ end }}\n"),
    ],
    good: &[program!("{{ if .city }}Say how the weather will be.{{ else }}Say nothing.{{ end }}\n")],
};

/// Where nothing is open that has an `else`.
pub(crate) fn alone(span: Span) -> Diagnostic {
    RULE.at(span, "no \"if\", \"range\" or \"with\" is open that this \"else\" could belong to")
}

/// Where the structure had its last `else` already, at `first`.
pub(crate) fn second(span: Span, first: Span) -> Diagnostic {
    RULE.at(span, "the last \"else\" was before: nothing can come after it but {{ end }}")
        .related(first, "the last \"else\"")
}

/// `else if` or `else with` in a structure of another kind.
pub(crate) fn other(span: Span, word: &str, open: &str) -> Diagnostic {
    let words = format!(
        "\"else {word}\" belongs to \"{word}\", and \"{open}\" is open: write {{{{ else }}}}{{{{ {word} … }}}}"
    );
    RULE.at(span, words)
}
