//! The rules, one file each. A rule looks at one block and the block before it. Features report what needs the whole
//! document, such as duplicate ids and undefined references, from the names of the analysis.

mod attributes_in_id;
mod bad_hash;
mod bad_identifier;
mod bad_key;
mod byte_order_mark;
mod check;
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

use std::sync::LazyLock;

use agmark_syntax::rule::without_checks;
use agmark_syntax::{CheckedRule, Diagnostic, Rule, Severity, State};

use crate::syntax::block::{Block, BlockKind};
use crate::syntax::context::BlockContext;
use check::{BlockCheck, Check, PieceCheck};

pub use dangling_reference::RULE as DANGLING_REFERENCE;
pub use dangling_refs::RULE as DANGLING_REFS;
pub use duplicate_id::RULE as DUPLICATE_ID;
pub use include_cycle::RULE as INCLUDE_CYCLE;
pub use layout::RULE as LAYOUT;
pub use missing_include::RULE as MISSING_INCLUDE;

/// The rules with their checks, in the order of the documentation.
static ALL: [&CheckedRule<Check>; 34] = [
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
    &missing_include::RULE,
    &include_cycle::RULE,
    &whitespace_line::RULE,
    &byte_order_mark::RULE,
    &layout::RULE,
];

/// The rules without their checks.
pub static RULES: [&Rule; ALL.len()] = without_checks(ALL);

/// The checks by what they look at.
static CHECKS: LazyLock<Checks> = LazyLock::new(Checks::new);

#[derive(Default)]
struct Checks {
    kinds: Vec<(BlockKind, BlockCheck)>,
    id: Vec<BlockCheck>,
    attributes: Vec<BlockCheck>,
    fence: Vec<BlockCheck>,
    piece: Vec<PieceCheck>,
}

impl Checks {
    fn new() -> Self {
        let mut checks = Self::default();
        for rule in ALL {
            match rule.check {
                Check::Kind(kinds, check) => checks.kinds.extend(kinds.iter().map(|kind| (*kind, check))),
                Check::Id(check) => checks.id.push(check),
                Check::Attributes(check) => checks.attributes.push(check),
                Check::Fence(check) => checks.fence.push(check),
                Check::Piece(check) => checks.piece.push(check),
                Check::Names | Check::Layout => {}
            }
        }
        checks
    }
}

/// Checks the blocks of a piece that starts in `state`.
pub fn check(text: &str, state: &State, blocks: &[Block], out: &mut Vec<Diagnostic>) {
    CHECKS.piece.iter().for_each(|check| check(text, state, blocks, out));
    for index in 0..blocks.len() {
        check_block(BlockContext { text, blocks, index }, out);
    }
}

/// Checks one block.
pub fn check_block(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let block = context.block();
    let kinds = CHECKS.kinds.iter().filter(|(kind, _)| *kind == block.kind);
    kinds.for_each(|(_, check)| check(context, out));
    let mut run = |checks: &[BlockCheck]| checks.iter().for_each(|check| check(context, out));
    if !block.ids.is_empty() || !block.targets.is_empty() || block.text.is_some() {
        run(&CHECKS.id);
    }
    if !block.attributes.is_empty() || !block.malformed.is_empty() || !block.targets.is_empty() {
        run(&CHECKS.attributes);
    }
    if block.fence.is_some() {
        run(&CHECKS.fence);
    }
}

/// Whether diagnostics of the rule keep a document from being parsed. A comment can silence such a rule, but the document
/// stays invalid.
pub fn is_syntax_error(rule: &Rule) -> bool {
    let others = [&DANGLING_REFERENCE, &MISSING_INCLUDE, &INCLUDE_CYCLE];
    rule.severity == Severity::Error
        && RULES.contains(&rule)
        && others.iter().all(|other| other.code != rule.code)
}
