//! An invalid number, character or string.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::analysis::template::node_context::NodeContext;
use crate::syntax::literal;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-literal",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid number, character or string",
        help: "Numbers are written as in Go (`12`, `-1.5`, `1e6`, `0x1F`, `1_000`). Single quotes hold one \
           character. In double quotes, a backslash starts an escape of Go (`\\n`, `\\t`, `\\\\`, `\\\"`, \
           `\\u00e9`). In backticks, a backslash is a backslash.",
        bad: &[
            program!("{{ if gt (len .days) 2nd }}A long trip.{{ end }}\n"),
            program!("{{ join .days ' and ' }}\n"),
            program!("{{ join .days \"\\ \" }}\n"),
        ],
        good: &[
            program!("{{ if gt (len .days) 2 }}A long trip.{{ end }}\n"),
            program!("{{ join .days \" and \" }}\n"),
            program!("{{ join .days \"\\n\" }}\n"),
        ],
    },
    check: Check::Node(&["string", "character", "malformed_number"], check),
};

fn check(context: &NodeContext<'_, '_>, out: &mut Vec<Diagnostic>) {
    let (span, text) = (context.span(), context.content());
    if context.node.kind() == "malformed_number" {
        let message = format!("invalid number \"{text}\": write a number like 12, -1.5, 1e6 or 0x1F");
        return out.push(RULE.at(span, message));
    }
    out.extend(if_invalid(span, text));
}

/// At a string or a character that is invalid. `text` is with the quotes.
fn if_invalid(span: Span, text: &str) -> Option<Diagnostic> {
    let quote = text.chars().next()?;
    let inside = text.get(1..text.len().checked_sub(1)?)?;
    let mut count = 0;
    for part in literal::parts(inside, quote) {
        count += 1;
        if let Err(escape) = part {
            let at = span.start as usize + 1;
            let message = "unknown escape: write \\n, \\t, \\\\, \\u00e9 or another escape of Go, or use `…`";
            return Some(RULE.at(Span::new(at + escape.start, at + escape.end), message));
        }
    }
    (quote == '\'' && count != 1).then(|| {
        let string = format!("\"{}\"", inside.replace("\\'", "'").replace('"', "\\\""));
        RULE.at(span, "single quotes must contain one character: write a string in double quotes")
            .suggest("use double quotes", vec![Edit::replace(span, string)])
    })
}
