//! More than one target on a `@ref`, or something else.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/unexpected-argument",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a `@ref` has more than its target",
    help: "After `@ref` come one `#ident` and, if the block has one, its own id. What a block is related to besides is \
           said in its `refs=` attribute, which every other block may have.",
    bad: &[
        "@ref #mooring #fees\n\n@h1 Mooring [#mooring]\n\n@h1 Fees [#fees]\n",
        "@ref #fees desc=prices\n\n@h1 Fees [#fees]\n",
    ],
    good: &[
        "@ref #mooring\n\n@ref #fees\n\n@h1 Mooring [#mooring]\n\n@h1 Fees [#fees]\n",
        "@ref #fees [#see-fees]\n\n@h1 Fees [#fees]\n",
    ],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let targets = block.targets.iter().skip(1).map(|target| target.span);
    let attributes = block.attributes.iter().filter(|a| !a.in_id).map(|a| a.span);
    // Without a target the words are what was meant as one: see `missing_target`.
    let flaws =
        block.flaws.iter().filter(|flaw| !flaw.in_id && !block.targets.is_empty()).map(|flaw| flaw.span);
    let mut spans: Vec<Span> = targets.chain(attributes).chain(flaws).collect();
    spans.sort_unstable();
    for span in spans {
        let message = format!("\"@ref\" takes one \"#ident\", and no \"{}\"", span.text(context.text));
        out.push(
            RULE.at(span, message).suggest("remove it", vec![Edit::delete(context.with_space_before(span))]),
        );
    }
}
