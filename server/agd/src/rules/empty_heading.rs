//! A heading without words.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

pub static RULE: Rule = Rule {
    code: "agd/empty-heading",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a heading without words",
    help: "A heading names its section, in the outline, in a table of contents and wherever the section is referred to. \
           Without words nobody knows what it is about.",
    bad: &["@h2\n", "@h2 [#fees]\n"],
    good: &["@h2 Fees\n", "@h2 Fees [#fees]\n"],
};

pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    if block.kind == BlockKind::Heading && block.text.is_none_or(|text| text.is_empty()) {
        let tag = block.name(context.text);
        out.push(RULE.at(block.tag, format!("a heading without words: \"@{tag} Title\"")));
    }
}
