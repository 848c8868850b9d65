//! Keywords of schemas.

use agmark_schema::Key;
use agmark_syntax::nearest::suggestion;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::vocabulary::schema_keywords::KEYWORDS;

/// A keyword that JSON Schema does not have.
pub static RULE: Rule = Rule {
    code: "markdownlang/unknown-keyword",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "unknown schema keyword",
    help: "JSON Schema ignores unknown keywords, so a misspelled keyword has no effect. Words that are not \
           close to a keyword are not reported.",
    bad: &[schemas!("{ type: string, minLenght: 2 }")],
    good: &[schemas!("{ type: string, minLength: 2 }")],
};

/// At a keyword that is near one that exists; `used` tells the other keys of its schema.
pub(crate) fn at(key: &Key, used: impl Fn(&str) -> bool) -> Option<Diagnostic> {
    if KEYWORDS.iter().any(|w| w.name == key.text) {
        return None;
    }
    let near = suggestion(&key.text, KEYWORDS.iter().map(|w| w.name), used)?;
    let finding = RULE.at(key.span.clone().into(), format!("unknown keyword \"{}\" of a schema", key.text));
    Some(finding.nearest(key.content_span().into(), Some(near)))
}
