//! Keys that nobody reads.

use agmark_schema::{Key, Map};
use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::vocabulary::Word;

/// A key that means nothing.
pub static RULE: Rule = Rule {
    code: "markdownlang/unknown-key",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "unknown key",
    help: "An unknown key is usually a typo. The front matter has `name`, `description`, `input`, `output`, \
           `imports`, `mcp_servers` and `model`. An entry of `mcp_servers` has `name`, `command`, `args`, \
           `env`, `url`, `headers` and `disabled`.",
    bad: &["---
name: forecast
description: Says how the weather will be
modle: gpt-4o
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
    good: &["---
name: forecast
description: Says how the weather will be
model: gpt-4o
input: { type: object }
output: { type: object }
---
Say how the weather will be.
"],
};

/// At a key of `map` that is none of `known`, the keys of `what`.
pub(crate) fn at(key: &Key, what: &str, known: &[Word], map: &Map) -> Diagnostic {
    let near = suggestion(&key.text, known.iter().map(|w| w.name), |word| map.get(word).is_some());
    RULE.at(key.span.clone().into(), format!("unknown key \"{}\" of {what}", key.text))
        .nearest(key.content_span().into(), near)
}
