use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::element::Element;
use crate::syntax::refs::{LastRef, letters};

/// A ref with a lower number than the one before it.
pub static RULE: Rule = Rule {
    code: "anml/falling-ref",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "the number of a ref is lower than that of the ref before it",
    help: "The numbers of refs grow from the first line of a snapshot to the last, so that an agent finds a ref by its \
           number and the next free one is known. Refs with other letters (`r1` after `e5`) are not compared. The action \
           \"renumber the refs from 1\" puts them in order, also in the scripts and diffs that name them. A snapshot that a \
           diff was applied to keeps its refs, and what the diff added has higher ones: there the hint can be ignored.",
    bad: &["button#e2 \"Send\"\nlink#e1 \"Back\"\n", "| A | B |\n| link#e4 \"x\" | link#e3 \"y\" |\n"],
    good: &["button#e2 \"Send\"\nlink#e5 \"Back\"\n", "resource#r7 \"main-db\"\nfunction#f1 \"parse\"\n"],
};

/// Looks at an element, and remembers its ref for the next one of the line.
pub(super) fn check(site: &mut Site<'_>, element: &Element, before: &mut Option<LastRef>) {
    let Some(span) = element.reference_name().filter(|_| !site.context.diff) else { return };
    let name = span.text(site.text);
    let Some(own) = LastRef::of(name) else { return };
    if let Some(last) = before.replace(own)
        && own.falls_below(last)
    {
        let other = format!("#{}{}", letters(name), last.number);
        site.report(
            RULE.at(span, format!("ref \"#{name}\" stands after \"{other}\": ref numbers must grow")),
        );
    }
}
