//! A part of an action that does not belong there.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};
use tree_sitter::Node;

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::static_kind::StaticKind;
use crate::vocabulary::{KEYWORDS, find};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unexpected-token",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unexpected token in an action",
        help: "An action contains values, functions with their arguments (separated by spaces), `|` and \
           parentheses. There are no operators: write `and (eq a b) c` instead of `a == b && c`.",
        bad: &[
            program!("{{ if .city == \"Oslo\" }}Cold.{{ end }}\n"),
            program!("{{ join .days, \" and \" }}\n"),
        ],
        good: &[
            program!("{{ if eq .city \"Oslo\" }}Cold.{{ end }}\n"),
            program!("{{ join .days \" and \" }}\n"),
        ],
    },
    check: Check::Node(&["unexpected_token", "unexpected_pipeline", "selector"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let (span, text) = (context.span(), context.content());
    match context.node.static_kind() {
        "selector" => out.extend(if_no_fields(context.node)),
        "unexpected_pipeline" => {
            let keyword = context.action.word;
            let message = format!("unexpected text after \"{keyword}\": close the action with \"}}}}\"");
            out.push(RULE.at(span, message));
        }
        _ => {
            let diagnostic =
                RULE.at(span, format!("unexpected \"{}\": {}", text.escape_debug(), advice(text)));
            out.push(match text {
                "," => diagnostic.suggest("remove the comma", vec![Edit::delete(span)]),
                _ => diagnostic,
            });
        }
    }
}

/// What to write instead of a token.
fn advice(token: &str) -> &'static str {
    match token {
        "==" | "=" | "===" => "there are no operators, write `eq A B`, and `$x := VALUE` to store a value",
        "!=" | "!==" | "<>" => "there are no operators, write `ne A B`",
        "<" => "there are no operators, write `lt A B`",
        "<=" => "there are no operators, write `le A B`",
        ">" => "there are no operators, write `gt A B`",
        ">=" => "there are no operators, write `ge A B`",
        "&&" => "there are no operators, write `and A B`",
        "||" => "there are no operators, write `or A B`",
        "!" => "there are no operators, write `not A`",
        "?" | ":" => "there are no operators, write {{ if A }}B{{ else }}C{{ end }}",
        "+" | "-" | "*" | "/" | "%" => "templates do not calculate, put the result into the input",
        "[" | "]" => "write `index LIST NUMBER` for an item of a list",
        "," => "separate arguments with spaces",
        ":=" => "it must follow a variable at the start of an action, {{ $x := VALUE }}",
        ")" => "no parenthesis is open here",
        "(" => "too many nested parentheses",
        "{" | "}" => "a single brace has no meaning in an action",
        _ if token.starts_with(['\u{201c}', '\u{201d}', '\u{201e}', '\u{2018}', '\u{2019}']) => {
            "write strings in straight quotes"
        }
        _ if find(KEYWORDS, token).is_some() => "this keyword is allowed only at the start of an action",
        _ => "a value, a function or `|` is expected here",
    }
}

/// At the first field of a value that cannot have fields.
fn if_no_fields(selector: Node<'_>) -> Option<Diagnostic> {
    let value = match selector.child(0)?.static_kind() {
        "dot" => "a dot before another dot",
        "string" | "raw_string" | "character" => "a string",
        "number" => "a number",
        "boolean" => "a boolean",
        "nil" => "nil",
        _ => return None,
    };
    Some(RULE.at(Span::of(selector.child(1)?), format!("unexpected field: {value} has no fields")))
}
