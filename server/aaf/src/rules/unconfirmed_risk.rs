//! High risk without confirmation.

use agmark_schema::{Member, Node, shown};
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::manifest::members::members;
use crate::vocabulary::CONFIRMATIONS;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unconfirmed-risk",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "action of high risk without required confirmation",
        help: "The user must agree before an agent does something that cannot be undone. Write \
               `\"confirmation\": \"required\"`.",
        bad: &[include_str!("../../samples/risk/bad.json")],
        good: &[include_str!("../../samples/risk/good.json")],
    },
    check: Check::Manifest(check),
};

fn check(root: &Node, out: &mut Vec<Diagnostic>) {
    out.extend(members(root.get("actions")).iter().filter_map(entry));
}

fn entry(entry: &Member) -> Option<Diagnostic> {
    let risk = entry.value.get("risk").filter(|risk| risk.as_str() == Some("high"))?;
    let confirmation = entry.value.get("confirmation")?;
    let policy = confirmation.as_str().filter(|policy| *policy != "required")?;
    // An unknown word has its own diagnostic.
    CONFIRMATIONS.iter().find(|one| one.word == policy)?;
    let span = confirmation.content_span().into();
    let name = shown(&entry.key.text);
    let message =
        format!("action \"{name}\" of high risk has confirmation \"{policy}\": expected \"required\"");
    let finding = RULE.at(span, message).related(risk.content_span().into(), "the risk");
    // Either the risk or the policy is wrong, so the user must decide.
    Some(finding.suggest("replace with \"required\"", vec![Edit::replace(span, "required")]))
}
