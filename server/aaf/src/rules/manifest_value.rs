//! Values of a manifest that are of the right type and still not legal.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::manifest::check::{Finding, Mistake};
use crate::vocabulary;

pub static RULE: Rule = Rule {
    code: "aaf/manifest-value",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a value of the manifest is not one of those that are allowed there",
    help: "`risk` is none, low or high; `confirmation` is never, optional, review or required; `version` is two \
           numbers joined by a dot; `scope` is small letters, digits, `_` and dots; `origin` and `target` are URIs.",
    bad: &[include_str!("../../samples/value/bad.json")],
    good: &[include_str!("../../samples/value/good.json")],
};

pub fn finding(finding: Finding) -> Diagnostic {
    let at = shown(&finding.pointer);
    let (message, near) = match finding.mistake {
        Mistake::Word { words, written, key } => {
            let near = vocabulary::meant(words, &written).map(str::to_owned);
            let words = vocabulary::list(words);
            (format!("{at}: unknown {key} \"{}\", expected one of {words}", shown(&written)), near)
        }
        Mistake::Pattern { pattern, written } => {
            let message = format!("{at}: \"{}\" does not fit, expected {}", shown(&written), pattern.words());
            (message, pattern.repaired(&written))
        }
        Mistake::Empty => (format!("{at}: at least one member is expected"), None),
        _ => (RULE.summary.to_owned(), None),
    };
    RULE.at(finding.span, message).nearest(finding.span, near.as_deref())
}
