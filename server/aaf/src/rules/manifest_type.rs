//! Values of a manifest that are of another type.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::manifest::check::{Finding, Mistake};

pub static RULE: Rule = Rule {
    code: "aaf/manifest-type",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a value of the manifest is of the wrong type",
    help: "A validator refuses the manifest. Versions are texts (`\"0.1\"`), `idempotent` is `true` or `false` \
           without quotes, the `actions` and `data` of a page are lists of names.",
    bad: &[include_str!("../../samples/type/bad.json")],
    good: &[include_str!("../../samples/type/good.json")],
};

pub fn finding(finding: Finding) -> Diagnostic {
    let Mistake::Type { expected, found, instead } = finding.mistake else {
        return RULE.at(finding.span, RULE.summary);
    };
    let place = if finding.pointer.is_empty() { "the manifest".to_owned() } else { shown(&finding.pointer) };
    let diagnostic = RULE.at(finding.span, format!("{place}: {expected} is expected, not {found}"));
    match instead {
        Some(text) => {
            let title = format!("write {}", shown(&text));
            diagnostic.suggest(title, vec![Edit::replace(finding.span, text)])
        }
        None => diagnostic,
    }
}
