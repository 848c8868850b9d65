//! A value, a condition or a name that is missing.

use agmark_syntax::{Awaits, CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};
use tree_sitter::Node;

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::static_kind::StaticKind;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
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
    },
    check: Check::Node(
        &[
            "action",
            "if_action",
            "else_action",
            "range_action",
            "with_action",
            "define_action",
            "template_action",
            "block_action",
            "parenthesized",
            "pipeline",
            "nil",
        ],
        check,
    ),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let action = context.action;
    match context.node.static_kind() {
        "action" if action.pipeline.is_none() => out.push(empty(context.span())),
        "action" => {}
        "parenthesized" if is_empty(context.node) => out.push(empty(context.span())),
        "parenthesized" => {}
        "pipeline" => of_pipe(context.node, out),
        "nil" if context.is_command && !context.is_piped => {
            let message =
                "`nil` must be an argument: write a value, or compare with it, as in `eq .city nil`";
            out.push(missing(context.span(), message));
        }
        "nil" => {}
        "define_action" | "template_action" | "block_action" if action.name.is_none() => {
            let message = format!("missing name after \"{}\": write it in quotes", action.word);
            out.push(missing(action.keyword, message));
        }
        "define_action" | "template_action" => {}
        _ if action.pipeline.is_none() => {
            let word = action.second.unwrap_or(action.word);
            out.push(after(action.keyword, word));
        }
        _ => {}
    }
}

fn missing(span: Span, message: impl Into<String>) -> Diagnostic {
    RULE.at(span, message).awaiting(Awaits::Here)
}

/// At an action or a parenthesis without a value.
fn empty(span: Span) -> Diagnostic {
    missing(span, "missing value: write a field, a function or a string")
}

/// Whether nothing is between the parentheses. An unclosed one is reported by another rule.
fn is_empty(parenthesized: Node<'_>) -> bool {
    let mut cursor = parenthesized.walk();
    !parenthesized
        .children(&mut cursor)
        .any(|child| matches!(child.static_kind(), "pipeline" | "unclosed_parenthesis"))
}

/// At each `|` of a pipeline without a value before or after it, and at a declaration without a value.
fn of_pipe(pipeline: Node<'_>, out: &mut Vec<Diagnostic>) {
    let mut cursor = pipeline.walk();
    // The `|` or the sign of a declaration that needs a value after it.
    let mut open: Option<Node<'_>> = None;
    let mut is_start = true;
    for child in pipeline.children(&mut cursor) {
        match child.static_kind() {
            "declaration" | "assignment" => {
                open = child.child_count().checked_sub(1).and_then(|last| child.child(last));
                continue;
            }
            "|" => {
                match open.filter(|open| open.static_kind() == "|") {
                    Some(before) => out.push(after(Span::of(before), "|")),
                    None if is_start => out.push(before_pipe(Span::of(child))),
                    None => {}
                }
                open = Some(child);
            }
            _ => open = None,
        }
        is_start = false;
    }
    out.extend(open.map(|token| after(Span::of(token), token.static_kind())));
}

fn before_pipe(span: Span) -> Diagnostic {
    missing(span, "missing value before \"|\": write the value for the function after it")
}

/// At a keyword or another token without a value after it.
fn after(span: Span, token: &str) -> Diagnostic {
    let what = match token {
        "if" | "with" => "condition",
        "range" => "list",
        _ => "value",
    };
    missing(span, format!("missing {what} after \"{token}\": write a field, a variable or a function"))
}
