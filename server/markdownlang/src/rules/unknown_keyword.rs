//! A keyword that JSON Schema does not have.

use std::collections::HashSet;

use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::schema_context::SchemaContext;
use crate::vocabulary::find;
use crate::vocabulary::schema_keywords::KEYWORDS;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unknown-keyword",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown schema keyword",
        help: "JSON Schema ignores unknown keywords, so a misspelled keyword has no effect. Words that are not \
           close to a keyword are not reported.",
        bad: &[schemas!("{ type: string, minLenght: 2 }")],
        good: &[schemas!("{ type: string, minLength: 2 }")],
    },
    check: Check::Schema(check),
};

fn check(schema: &SchemaContext<'_>, out: &mut Vec<Diagnostic>) {
    let keys: HashSet<&str> = schema.map.keys().collect();
    for key in schema.map.iter().map(|member| &member.key) {
        if find(KEYWORDS, &key.text).is_some() {
            continue;
        }
        let words = KEYWORDS.iter().map(|word| word.name);
        if let Some(near) = suggestion(&key.text, words, |word| keys.contains(word)) {
            let message = format!("unknown schema keyword \"{}\"", key.text);
            out.push(
                RULE.at(key.span.clone().into(), message).nearest(key.content_span().into(), Some(near)),
            );
        }
    }
}
