//! Names of a manifest's own that no page could use.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::manifest::check::{Finding, Mistake};
use crate::vocabulary::patterns::Pattern;

pub static RULE: Rule = Rule {
    code: "aaf/manifest-name",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an action, a data view or a route of the manifest has a name of a wrong form",
    help: "Pages name actions in `data-agent-action`, where only small letters, digits and `-` in parts joined by \
           dots are legal; routes begin with `/`. No page ever matches another name.",
    bad: &[include_str!("../../samples/name/bad.json")],
    good: &[include_str!("../../samples/name/good.json")],
};

pub fn finding(finding: Finding) -> Diagnostic {
    let Mistake::Name { pattern, written } = finding.mistake else {
        return RULE.at(finding.span, RULE.summary);
    };
    let noun = if pattern == Pattern::Route { "route" } else { "name" };
    let message = format!(
        "{}: invalid {noun} \"{}\", expected {}",
        shown(&finding.pointer),
        shown(&written),
        pattern.words()
    );
    RULE.at(finding.span, message).nearest(finding.span, pattern.repaired(&written).as_deref())
}
