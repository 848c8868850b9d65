//! A `@ref` that refers to nothing.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use super::Place;
use crate::block::FlawKind;
use crate::line::is_identifier;

pub static RULE: Rule = Rule {
    code: "agd/missing-target",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a `@ref` without what it refers to",
    help: "A reference is written `@ref #ident`, where `ident` is the id of a block of the same document. Within text \
           `@ref` without an identifier is text, and legal.",
    bad: &["@ref\n", "@ref mooring\n\n@h1 Mooring [#mooring]\n"],
    good: &["@ref #mooring\n\n@h1 Mooring [#mooring]\n", "@p Each @ref needs one.\n"],
};

pub fn check(place: Place<'_>, out: &mut Vec<Diagnostic>) {
    let block = place.block();
    if !block.targets.is_empty() {
        return;
    }
    let finding = RULE.at(block.tag, "\"@ref\" needs what it refers to: \"@ref #ident\"");
    let word = block.flaws.iter().find(|flaw| flaw.kind == FlawKind::Words);
    out.push(match word.filter(|word| is_identifier(word.span.text(place.text))) {
        Some(word) => {
            let edits = vec![Edit::insert(word.span.start as usize, "#")];
            finding.suggest(format!("write \"#{}\"", word.span.text(place.text)), edits)
        }
        None => finding,
    });
}
