//! Things that are missing.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A value, a condition or a name that is missing.
pub static RULE: Rule = Rule {
    code: "markdownlang/missing-value",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "missing value, condition or name",
    help: "Something is expected at the marked place: a value in `{{ }}` or `( )`, a condition after \
           `if`, `with` and `range`, a function on each side of `|`, a name in quotes after `define`, \
           `template` and `block`.",
    bad: &[
        program!("{{ if }}Cold.{{ end }}\n"),
        program!("{{ .city | }}\n"),
        program!("{{ template city }}\n"),
        program!("{{ if nil }}Cold.{{ end }}\n"),
    ],
    good: &[
        program!("{{ if .city }}Cold.{{ end }}\n"),
        program!("{{ .city | upper }}\n"),
        program!("{{ define \"city\" }}{{ . }}{{ end }}{{ template \"city\" .city }}\n"),
    ],
};

/// Where an action or a parenthesis is empty.
pub(crate) fn empty(span: Span) -> Diagnostic {
    RULE.at(span, "a value is missing here: write a field, a function or a string")
}

/// At a keyword, or another token, that something has to follow.
pub(crate) fn after(span: Span, token: &str) -> Diagnostic {
    let what = match token {
        "if" | "with" => "the condition",
        "range" => "what it goes over",
        "block" => "the value that its dot stands for",
        _ => "a value",
    };
    RULE.at(span, format!("{what} is missing after \"{token}\": write a field, a variable or a function"))
}

/// At a keyword that a name has to follow.
pub(crate) fn name(span: Span, keyword: &str) -> Diagnostic {
    RULE.at(span, format!("the name is missing after \"{keyword}\": write it in quotes"))
}

/// At a `|` that has nothing before it.
pub(crate) fn before_pipe(span: Span) -> Diagnostic {
    RULE.at(span, "a value is missing before \"|\": write what goes into the function after it")
}

/// At a `nil` that is not an argument.
pub(crate) fn nil(span: Span) -> Diagnostic {
    RULE.at(span, "\"nil\" cannot stand alone: write a value, or compare with it, as in `eq .city nil`")
}
