//! A `@ref` with more than one target, or with attributes.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/unexpected-argument",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "unexpected argument of `@ref`",
        help: "`@ref` takes one `#ident` and, optionally, its own id. To relate a block to several others, use \
               the attribute `refs=`, which every other block may have.",
        bad: &[
            "@ref #mooring #fees\n\n@h1 Mooring [#mooring]\n\n@h1 Fees [#fees]\n",
            "@ref #fees desc=prices\n\n@h1 Fees [#fees]\n",
        ],
        good: &[
            "@ref #mooring\n\n@ref #fees\n\n@h1 Mooring [#mooring]\n\n@h1 Fees [#fees]\n",
            "@ref #fees [#see-fees]\n\n@h1 Fees [#fees]\n",
        ],
    },
    check: Check::Kind(&[BlockKind::Ref], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let targets = block.targets.iter().skip(1).map(|target| target.span);
    let attributes = block.attributes.iter().filter(|a| !a.in_id).map(|a| a.span);
    // Without a target, the words are a likely target: see `missing_target`.
    let malformed =
        block.malformed.iter().filter(|part| !part.in_id && !block.targets.is_empty()).map(|part| part.span);
    let mut spans: Vec<Span> = targets.chain(attributes).chain(malformed).collect();
    spans.sort_unstable();
    for span in spans {
        let message =
            format!("unexpected argument \"{}\": \"@ref\" takes one \"#ident\"", span.text(context.text));
        out.push(
            RULE.at(span, message)
                .suggest("remove the argument", vec![Edit::delete(context.with_space_before(span))]),
        );
    }
}
