//! A `@ref` that refers to nothing.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use crate::lexical::line::is_identifier;
use crate::syntax::block::FlawKind;
use crate::syntax::context::BlockContext;

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

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if !block.targets.is_empty() {
        return;
    }
    let finding = RULE.at(block.tag, "\"@ref\" needs what it refers to: \"@ref #ident\"");
    let word = block.flaws.iter().find(|flaw| flaw.kind == FlawKind::Words);
    out.push(match word.filter(|word| is_identifier(word.span.text(context.text))) {
        Some(word) => {
            let edits = vec![Edit::insert(word.span.start as usize, "#")];
            finding.suggest(format!("write \"#{}\"", word.span.text(context.text)), edits)
        }
        None => finding,
    });
}
