//! The rules, one file each. They look at one block at a time, and at the one before it; what a document says only as a
//! whole (ids that repeat, references that lead nowhere) is found by name, and only the rule's words are here.

mod attributes_in_id;
mod bad_hash;
mod bad_identifier;
mod bad_key;
mod byte_order_mark;
mod dangling_reference;
mod dangling_refs;
mod duplicate_id;
mod duplicate_key;
mod empty_heading;
mod fence_expected;
mod id_not_last;
mod include_cycle;
mod layout;
mod malformed_refs;
mod markdown_markers;
mod missing_equals;
mod missing_include;
mod missing_key;
mod missing_path;
mod missing_target;
mod missing_value;
mod second_id;
mod stale_hash;
mod stray_fence;
mod stray_item;
mod stray_quote;
mod stray_text;
mod table_width;
mod unclosed_id;
mod unexpected_argument;
mod unknown_tag;
mod unterminated_fence;
mod unterminated_quote;
mod whitespace_line;

use agmark_syntax::{Diagnostic, Rule, Severity};

pub use byte_order_mark::check as byte_order_mark;
pub use dangling_reference::RULE as DANGLING_REFERENCE;
pub use dangling_refs::RULE as DANGLING_REFS;
pub use duplicate_id::RULE as DUPLICATE_ID;
pub use include_cycle::RULE as INCLUDE_CYCLE;
pub use layout::RULE as LAYOUT;
pub use missing_include::RULE as MISSING_INCLUDE;
pub use whitespace_line::check as whitespace_lines;

use crate::syntax::block::BlockKind;
use crate::syntax::context::BlockContext;

/// Whether what a rule finds keeps a document from being parsed: a comment may silence it, but does not fix it.
pub fn is_syntax_error(rule: &Rule) -> bool {
    let others = [&DANGLING_REFERENCE, &MISSING_INCLUDE, &INCLUDE_CYCLE];
    rule.severity == Severity::Error
        && ALL.iter().any(|own| own.code == rule.code)
        && others.iter().all(|other| other.code != rule.code)
}

/// All of them.
pub static ALL: &[&Rule] = &[
    &unknown_tag::RULE,
    &duplicate_id::RULE,
    &bad_identifier::RULE,
    &bad_hash::RULE,
    &stale_hash::RULE,
    &unclosed_id::RULE,
    &id_not_last::RULE,
    &second_id::RULE,
    &attributes_in_id::RULE,
    &missing_key::RULE,
    &missing_equals::RULE,
    &missing_value::RULE,
    &bad_key::RULE,
    &duplicate_key::RULE,
    &unterminated_quote::RULE,
    &empty_heading::RULE,
    &fence_expected::RULE,
    &unterminated_fence::RULE,
    &table_width::RULE,
    &stray_item::RULE,
    &stray_quote::RULE,
    &stray_fence::RULE,
    &stray_text::RULE,
    &missing_target::RULE,
    &unexpected_argument::RULE,
    &dangling_reference::RULE,
    &dangling_refs::RULE,
    &malformed_refs::RULE,
    &missing_path::RULE,
    &MISSING_INCLUDE,
    &INCLUDE_CYCLE,
    &whitespace_line::RULE,
    &byte_order_mark::RULE,
    &LAYOUT,
];

/// What is wrong with one block.
pub fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    match block.kind {
        BlockKind::Comment => return,
        BlockKind::StrayList => return stray_item::check(context, out),
        BlockKind::StrayQuote => return stray_quote::check(context, out),
        BlockKind::StrayFence => return stray_fence::check(context, out),
        BlockKind::StrayText => return stray_text::check(context, out),
        BlockKind::Unknown => unknown_tag::check(context, out),
        BlockKind::Code | BlockKind::Raw => fence_expected::check(context, out),
        BlockKind::Table => {
            fence_expected::check(context, out);
            table_width::check(context, out);
        }
        BlockKind::Ref => {
            missing_target::check(context, out);
            unexpected_argument::check(context, out);
        }
        BlockKind::Include => missing_path::check(context, out),
        BlockKind::Heading => empty_heading::check(context, out),
        BlockKind::Paragraph
        | BlockKind::Meta
        | BlockKind::List
        | BlockKind::Quote
        | BlockKind::Extension => {}
    }
    if !block.ids.is_empty() || !block.targets.is_empty() || block.text.is_some() {
        bad_identifier::check(context, out);
        bad_hash::check(context, out);
        stale_hash::check(context, out);
        unclosed_id::check(context, out);
        second_id::check(context, out);
        id_not_last::check(context, out);
        attributes_in_id::check(context, out);
    }
    if !block.flaws.is_empty() || !block.targets.is_empty() {
        missing_key::check(context, out);
        missing_equals::check(context, out);
        missing_value::check(context, out);
    }
    if !block.attributes.is_empty() || !block.flaws.is_empty() {
        bad_key::check(context, out);
        duplicate_key::check(context, out);
        unterminated_quote::check(context, out);
        malformed_refs::check(context, out);
    }
    if block.fence.is_some() {
        unterminated_fence::check(context, out);
    }
}
