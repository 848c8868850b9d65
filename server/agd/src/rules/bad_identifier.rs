//! A `#` that is not followed by an identifier.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::lexical::line::{is_letter, is_name};
use crate::syntax::block::{BlockKind, Identifier};
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/bad-identifier",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "invalid identifier in an id or a reference",
    help: "An identifier starts with a letter or `_` and goes on with letters, digits, `_` and `-`, all of them ASCII. A \
           heading or a paragraph that ends with something like `[#12]` has an id there, not text: put something after \
           it, if text is meant.",
    bad: &["@h1 Berth [#1st-berth]\n", "@ul [#ropes/lines]\n", "@p Nothing. [#]\n", "@ref #12\n"],
    good: &["@h1 Berth [#first-berth]\n", "@ul [#ropes-lines]\n", "@p Nothing.\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let ids = block.ids.iter().map(|id| id.identifier);
    // Elsewhere an identifier without brackets is no reference: see `missing_equals`.
    let targets = block.targets.iter().copied().filter(|_| block.kind == BlockKind::Ref);
    out.extend(ids.chain(targets).filter(|identifier| !identifier.good).map(|bad| finding(context, bad)));
}

fn finding(context: BlockContext<'_>, bad: Identifier) -> Diagnostic {
    let name = bad.name().text(context.text);
    if name.is_empty() {
        return RULE.at(
            bad.span,
            "\"#\" without an identifier: a letter or \"_\", then letters, digits, \"_\" and \"-\"",
        );
    }
    let message =
        format!("bad identifier \"{name}\": a letter or \"_\", then letters, digits, \"_\" and \"-\"");
    let finding = RULE.at(bad.span, message);
    match mended(name) {
        Some(good) => {
            finding.suggest(format!("replace by \"{good}\""), vec![Edit::replace(bad.name(), good)])
        }
        None => finding,
    }
}

/// A near identifier, if there is enough to make one of.
fn mended(name: &str) -> Option<String> {
    let words: Vec<_> =
        name.split(|c: char| !c.is_ascii() || !is_name(c as u8)).filter(|w| !w.is_empty()).collect();
    let joined = words.join("-");
    let first = joined.bytes().next()?;
    Some(if is_letter(first) { joined } else { format!("id-{}", joined.trim_start_matches('-')) })
}
