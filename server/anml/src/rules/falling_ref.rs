use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;
use super::line_context::LineContext;
use crate::syntax::element::Element;
use crate::syntax::refs::{LastRef, letters};

/// A ref with a lower number than the one before it.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/falling-ref",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "ref number lower than the one before",
        help: "The numbers of refs increase from the first line of a snapshot to the last, so that an agent finds \
               a ref by its number and knows the next free one. Refs with different letters (`r1` after `e5`) are \
               not compared. The action \"renumber the refs from 1\" puts them in order, also in the scripts and \
               diffs that name them. A snapshot keeps its refs when a diff is applied, and elements that the diff \
               adds get higher numbers: ignore the hint there.",
        bad: &["button#e2 \"Send\"\nlink#e1 \"Back\"\n", "| A | B |\n| link#e4 \"x\" | link#e3 \"y\" |\n"],
        good: &["button#e2 \"Send\"\nlink#e5 \"Back\"\n", "resource#r7 \"main-db\"\nfunction#f1 \"parse\"\n"],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    let Some(span) = element.reference_name().filter(|_| !context.state.diff) else { return };
    let name = span.text(context.text);
    let Some(own) = LastRef::of(name) else { return };
    if let Some(last) = context.last_ref.replace(own)
        && own.falls_below(last)
    {
        let other = format!("#{}{}", letters(name), last.number);
        context
            .report(RULE.at(span, format!("ref \"#{name}\" follows \"{other}\": ref numbers must increase")));
    }
}
