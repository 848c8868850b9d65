//! A heading without text.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/empty-heading",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "heading without text",
        help: "A heading names its section in the outline, in tables of contents and in references. Without \
               text, readers cannot tell what the section is about.",
        bad: &["@h2\n", "@h2 [#fees]\n"],
        good: &["@h2 Fees\n", "@h2 Fees [#fees]\n"],
    },
    check: Check::Kind(&[BlockKind::Heading], check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.text.is_none_or(|text| text.is_empty()) {
        let tag = block.name(context.text);
        out.push(RULE.at(block.tag, format!("heading without text: write \"@{tag} Title\"")));
    }
}
