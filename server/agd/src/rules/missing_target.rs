//! A `@ref` without a target.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::lexical::line::is_identifier;
use crate::syntax::block::BlockKind;
use crate::syntax::block::MalformedKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/missing-target",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "`@ref` without a target",
        help: "A reference is written `@ref #ident`, where `ident` is the id of a block in the same document. \
               Inside text, `@ref` without an identifier is valid, and is text.",
        bad: &["@ref\n", "@ref mooring\n\n@h1 Mooring [#mooring]\n"],
        good: &["@ref #mooring\n\n@h1 Mooring [#mooring]\n", "@p Each @ref needs one.\n"],
    },
    check: Check::Kind(&[BlockKind::Ref], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if !block.targets.is_empty() {
        return;
    }
    let finding = RULE.at(block.tag, "missing target: write \"@ref #ident\"");
    let word = block.malformed.iter().find(|part| part.kind == MalformedKind::Words);
    out.push(match word.filter(|word| is_identifier(word.span.text(context.text))) {
        Some(word) => {
            let edits = vec![Edit::insert(word.span.start as usize, "#")];
            finding.suggest(format!("write \"#{}\"", word.span.text(context.text)), edits)
        }
        None => finding,
    });
}
