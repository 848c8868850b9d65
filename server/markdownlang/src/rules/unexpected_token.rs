//! Tokens out of place.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::vocabulary::{KEYWORDS, find};

/// Something in an action that does not belong there.
pub static RULE: Rule = Rule {
    code: "markdownlang/unexpected-token",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "unexpected token in an action",
    help: "An action contains values, functions with their arguments (separated by spaces), `|` and \
           parentheses. There are no operators: write `and (eq a b) c` instead of `a == b && c`.",
    bad: &[program!("{{ if .city == \"Oslo\" }}Cold.{{ end }}\n"), program!("{{ join .days, \" and \" }}\n")],
    good: &[program!("{{ if eq .city \"Oslo\" }}Cold.{{ end }}\n"), program!("{{ join .days \" and \" }}\n")],
};

/// At a token that means nothing where it stands.
pub(crate) fn at(span: Span, token: &str) -> Diagnostic {
    let finding = RULE.at(span, format!("unexpected \"{}\": {}", token.escape_debug(), advice(token)));
    match token {
        "," => finding.suggest("remove the comma", vec![Edit::delete(span)]),
        _ => finding,
    }
}

/// What to write instead.
fn advice(token: &str) -> &'static str {
    match token {
        "==" | "=" | "===" => {
            "there are no operators here, write `eq A B`, and `$x := VALUE` to keep a value"
        }
        "!=" | "!==" | "<>" => "there are no operators here, write `ne A B`",
        "<" => "there are no operators here, write `lt A B`",
        "<=" => "there are no operators here, write `le A B`",
        ">" => "there are no operators here, write `gt A B`",
        ">=" => "there are no operators here, write `ge A B`",
        "&&" => "there are no operators here, write `and A B`",
        "||" => "there are no operators here, write `or A B`",
        "!" => "there are no operators here, write `not A`",
        "?" | ":" => "there are no operators here, write {{ if A }}B{{ else }}C{{ end }}",
        "+" | "-" | "*" | "/" | "%" => "templates do not calculate, have the value in the input",
        "[" | "]" => "write `index LIST NUMBER` for an item of a list",
        "," => "arguments are separated by blanks",
        ":=" => "it follows a variable at the start of an action, {{ $x := VALUE }}",
        ")" => "no parenthesis is open here",
        "(" => "parentheses are nested too deeply here",
        "{" | "}" => "a single brace means nothing in an action",
        _ if token.starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']) => {
            "strings stand in straight quotes"
        }
        _ if find(KEYWORDS, token).is_some() => "this keyword is allowed only at the start of an action",
        _ => "no value, function or `|` begins with it",
    }
}

/// At what follows a keyword that takes nothing.
pub(crate) fn after(span: Span, keyword: &str) -> Diagnostic {
    RULE.at(span, format!("nothing may follow \"{keyword}\" here: close the action with \"}}}}\""))
}

/// At a field of something that has none.
pub(crate) fn field_of(span: Span, of: &str) -> Diagnostic {
    RULE.at(span, format!("unexpected field: {of} has no fields"))
}
