//! Keys that a manifest does not have.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::manifest::check::{Finding, Mistake};

pub static RULE: Rule = Rule {
    code: "aaf/manifest-unknown-key",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an object of the manifest has a key that does not exist there",
    help: "The objects of a manifest are closed: a validator refuses a key that it does not know, and no agent reads \
           it. Free keys are those of `inputSchema` and `outputSchema`, which are schemas of your own.",
    bad: &[include_str!("../../samples/unknown-key/bad.json")],
    good: &[include_str!("../../samples/unknown-key/good.json")],
};

pub fn finding(finding: Finding) -> Diagnostic {
    let Mistake::Unknown { key, near, of } = finding.mistake else {
        return RULE.at(finding.span, RULE.summary);
    };
    let mut message = format!("{}: {} has no key \"{}\"", shown(&finding.pointer), of.what, shown(&key));
    if near.is_none() {
        let keys: Vec<_> = of.keys.iter().map(|key| key.name).collect();
        message.push_str(&format!(", its keys are {}", keys.join(", ")));
    }
    RULE.at(finding.span, message).nearest(finding.span, near)
}
