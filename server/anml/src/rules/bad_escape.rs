use agmark_syntax::{CheckedRule, Edit, Fix, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::{Element, Part};
use crate::syntax::json;
use crate::syntax::node::Kind;

/// Something in a string that JSON does not allow.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/bad-escape",
        severity: Severity::Error,
        fix: FixKind::Automatic,
        summary: "invalid escape or control character in a string",
        help: "Names and quoted values are JSON strings. The escapes are `\\\"`, `\\\\`, `\\/`, `\\b`, `\\f`, \
               `\\n`, `\\r`, `\\t` and `\\u` with four digits. Write a backslash twice if it is part of the text. \
               Write tabs and other control characters as escapes.",
        bad: &["p \"100\\% cotton\"\n", "file \"C:\\Temp\"\n", "p \"a\tb\"\n"],
        good: &["p \"100\\\\% cotton\"\n", "file \"C:\\\\Temp\"\n", "p \"a\\tb\"\n"],
    },
    check: Check::Part(check),
};

fn check(context: &mut LineContext<'_>, element: &Element, part: Part) {
    if !matches!(part.kind, Kind::Name | Kind::String) {
        return;
    }
    let source = part.text(context.text);
    if !source.bytes().any(|b| b == b'\\' || b < b' ')
        || json::decode(&element.source(part, context.text)).is_some()
    {
        return;
    }
    let mut found = false;
    for fault in json::faults(source) {
        let wrong = &source[fault.clone()];
        if element.in_cell && wrong == "\\|" {
            continue;
        }
        found = true;
        let span = Span::from(fault).shifted(part.span.start as usize);
        context.report(match wrong.strip_prefix('\\') {
            Some(escaped) => {
                let finding = RULE.at(
                    span,
                    format!("invalid escape \"{wrong}\" in a JSON string: write \"\\\\\" for a backslash"),
                );
                let twice = Edit::insert(span.start as usize, "\\");
                let fix = if means_a_backslash(escaped, source) { Fix::automatic } else { Fix::offered };
                finding.with(fix("write the backslash twice", vec![twice]))
            }
            None => {
                let escape = json::encode(wrong).trim_matches('"').to_owned();
                RULE.at(span, format!("control character in a string: write \"{escape}\""))
                    .fix(format!("write \"{escape}\""), vec![Edit::replace(span, escape.clone())])
            }
        });
    }
    if !found {
        context.report(RULE.at(part.span, "invalid JSON string after \"\\|\" is read as a bar"));
    }
}

/// Whether a backslash before `escaped` is certainly a backslash. Before punctuation (`\'`, `\%`) it may be an escape.
/// If the string has a valid escape, as in `C:\Temp\new`, that one may be text too.
fn means_a_backslash(escaped: &str, source: &str) -> bool {
    let mut chars = source.chars();
    while let Some(c) = chars.next() {
        if c == '\\' && chars.next().is_some_and(|next| "bfnrtu".contains(next)) {
            return false;
        }
    }
    escaped.starts_with(|c: char| c.is_ascii_alphanumeric())
}
