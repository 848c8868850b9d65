//! A `#` that no identifier follows.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::lexical::line::{is_letter, is_name};
use crate::syntax::block::{BlockKind, Identifier};
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/bad-identifier",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "invalid identifier",
        help: "An identifier starts with an ASCII letter or `_`, followed by ASCII letters, digits, `_` or `-`. \
               At the end of a heading or a paragraph, something like `[#12]` is read as an id. If it is meant \
               as text, write more text after it.",
        bad: &["@h1 Berth [#1st-berth]\n", "@ul [#ropes/lines]\n", "@p Nothing. [#]\n", "@ref #12\n"],
        good: &["@h1 Berth [#first-berth]\n", "@ul [#ropes-lines]\n", "@p Nothing.\n"],
    },
    check: Check::Id(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let ids = block.ids.iter().map(|id| id.identifier);
    // `missing_equals` reports identifiers without brackets in other blocks.
    let targets = block.targets.iter().copied().filter(|_| block.kind == BlockKind::Ref);
    out.extend(ids.chain(targets).filter(|identifier| !identifier.good).map(|bad| finding(context, bad)));
}

fn finding(context: BlockContext<'_>, bad: Identifier) -> Diagnostic {
    let name = bad.name().text(context.text);
    if name.is_empty() {
        return RULE.at(
            bad.span,
            "missing identifier after \"#\": expected a letter or \"_\", then letters, digits, \"_\" or \"-\"",
        );
    }
    let message = format!(
        "invalid identifier \"{name}\": expected a letter or \"_\", then letters, digits, \"_\" or \"-\""
    );
    let finding = RULE.at(bad.span, message);
    match corrected(name) {
        Some(good) => {
            finding.suggest(format!("replace with \"{good}\""), vec![Edit::replace(bad.name(), good)])
        }
        None => finding,
    }
}

/// A similar valid identifier, if the name has characters for one.
fn corrected(name: &str) -> Option<String> {
    let words: Vec<_> =
        name.split(|c: char| !c.is_ascii() || !is_name(c as u8)).filter(|w| !w.is_empty()).collect();
    let joined = words.join("-");
    let first = joined.bytes().next()?;
    Some(if is_letter(first) { joined } else { format!("id-{}", joined.trim_start_matches('-')) })
}
