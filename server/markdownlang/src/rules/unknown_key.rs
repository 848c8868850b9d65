//! A key without a meaning.

use agmark_schema::Map;
use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::FrontMatterContext;
use crate::vocabulary::{KEYS, SERVER_KEYS, Word, find};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unknown-key",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown key",
        help: "An unknown key is usually a typo. The front matter has `name`, `description`, `input`, `output`, \
           `imports`, `mcp_servers` and `model`. An entry of `mcp_servers` has `name`, `command`, `args`, \
           `env`, `url`, `headers` and `disabled`.",
        bad: &[with_keys!("modle: gpt-4o")],
        good: &[with_keys!("model: gpt-4o")],
    },
    check: Check::FrontMatter(check),
};

fn check(context: &FrontMatterContext<'_>, out: &mut Vec<Diagnostic>) {
    if let Some(map) = context.parsed.root.as_map() {
        unknown_keys(map, "the program", KEYS, out);
    }
    for server in context.servers() {
        unknown_keys(server.map, "a server", SERVER_KEYS, out);
    }
}

/// Reports the keys of a mapping that are not in `known`, the keys of `owner`.
fn unknown_keys(map: &Map, owner: &str, known: &[Word], out: &mut Vec<Diagnostic>) {
    for member in map {
        let key = &member.key;
        if member.value.is_missing() || find(known, &key.text).is_some() {
            continue;
        }
        let near = suggestion(&key.text, known.iter().map(|w| w.name), |word| map.get(word).is_some());
        let diagnostic = RULE.at(key.span.clone().into(), format!("unknown key \"{}\" of {owner}", key.text));
        out.push(diagnostic.nearest(key.content_span().into(), near));
    }
}
