//! Names of programs.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A name that no tool may have.
pub static RULE: Rule = Rule {
    code: "markdownlang/bad-name",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "invalid program name",
    help: "An imported program is a tool, and model APIs allow only letters, digits, `_` and `-` in tool names, \
           at most 64. `python` is the name of the built-in tool. Names that start with `mcp__` are the tools \
           of servers.",
    bad: &["---
name: weather forecast
description: Says how the weather will be
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: weather-forecast
description: Says how the weather will be
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};

/// What is wrong with the name, in a sentence; none if it is a good one.
pub(crate) fn complaint(name: &str) -> Option<String> {
    let wrong = name.chars().find(|c| !is_good(*c));
    if name.is_empty() {
        Some("a name has at least one letter or digit".to_owned())
    } else if let Some(c) = wrong {
        Some(format!("a name has only letters, digits, \"_\" and \"-\", not {c:?}"))
    } else if name.len() > 64 {
        Some(format!("a name has at most 64 characters, not {}", name.len()))
    } else if name == "python" {
        Some("\"python\" is the name of the built-in tool: choose another one".to_owned())
    } else if name.starts_with("mcp__") {
        Some("names that begin with \"mcp__\" belong to the tools of servers: choose another one".to_owned())
    } else {
        None
    }
}

/// At the value of `name`.
pub(crate) fn at(span: Span, complaint: &str, name: &str) -> Diagnostic {
    let finding = RULE.at(span, complaint);
    if !name.is_ascii() {
        return finding;
    }
    let better: String = name.trim().chars().map(|c| if is_good(c) { c } else { '-' }).collect();
    if better.contains(|c: char| c.is_ascii_alphanumeric()) && self::complaint(&better).is_none() {
        return finding.suggest(format!("replace with \"{better}\""), vec![Edit::replace(span, better)]);
    }
    finding
}

fn is_good(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-')
}
