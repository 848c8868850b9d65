use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};
use smallvec::SmallVec;

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::{Element, Part};
use crate::syntax::node::Kind;

/// A repeated state, or two states that contradict each other.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/repeated-state",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "repeated or contradictory state",
        help: "A repeated state adds nothing, and of `[expanded] [collapsed]` only one can be true. Remove one of \
               them.",
        bad: &[
            "checkbox#e1 \"Remember me\" [checked] [checked]\n",
            "nav#e1 \"More\" [expanded] [collapsed]\n",
        ],
        good: &["checkbox#e1 \"Remember me\" [checked]\n", "nav#e1 \"More\" [collapsed]\n"],
    },
    check: Check::Items(check),
};

/// States of which an element has one at most.
const OPPOSITES: &[(&str, &str)] = &[
    ("[expanded]", "[collapsed]"),
    ("[checked]", "[unchecked]"),
    ("[selected]", "[unselected]"),
    ("[enabled]", "[disabled]"),
    ("[open]", "[closed]"),
];

/// The largest number of states of an element that are compared.
const MOST: usize = 64;

fn check(context: &mut LineContext<'_>, element: &Element) {
    let text = context.text;
    let states: SmallVec<[Part; 4]> =
        element.others().filter(|part| part.kind == Kind::State).take(MOST).collect();
    for (at, state) in states.iter().enumerate().skip(1) {
        let word = state.text(text);
        let same = states[..at].iter().find(|first| first.text(text) == word);
        let opposite = |first: &&Part| {
            let other = first.text(text);
            OPPOSITES.iter().any(|(a, b)| (*a == word && *b == other) || (*b == word && *a == other))
        };
        if let Some(first) = same {
            let finding = RULE.at(state.span, format!("repeated state \"{word}\": remove one of them"));
            let finding = finding.related(first.span, "first here");
            context.report(finding.fix("remove this state", vec![remove(text, state.span)]));
        } else if let Some(first) = states[..at].iter().find(opposite) {
            let other = first.text(text);
            let finding =
                RULE.at(state.span, format!("\"{word}\" contradicts \"{other}\": keep one of them"));
            let finding = finding.related(first.span, "contradicts this state");
            let finding = finding.suggest(format!("keep \"{word}\""), vec![remove(text, first.span)]);
            context.report(finding.suggest(format!("keep \"{other}\""), vec![remove(text, state.span)]));
        }
    }
}
