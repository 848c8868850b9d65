//! The rules, one file each: the words, the examples and the check. A new rule is a file and a row in [`ALL`].

mod bare_reference;
mod boolean;
pub(crate) mod check;
pub(crate) mod closer_indent;
pub(crate) mod context_differs;
pub(crate) mod diff_fails;
pub(crate) mod diff_file;
mod diff_format;
mod diff_markers;
pub(crate) mod diff_path;
mod diff_syntax;
mod diff_untidy;
mod diffs;
pub(crate) mod duplicate_command;
pub(crate) mod duplicate_id;
mod empty_content;
pub(crate) mod include_cycle;
pub(crate) mod indent;
mod invalid_id;
mod malformed_header;
pub(crate) mod misplaced_directive;
mod missing_colon;
pub(crate) mod missing_file;
pub(crate) mod missing_include;
mod missing_parameter;
mod not_a_comment;
mod not_a_reference;
mod not_indented;
mod repeated_id;
mod repeated_parameter;
mod stray_text;
pub(crate) mod tab_indent;
mod text_after_block;
pub(crate) mod undefined_bare_id;
pub(crate) mod undefined_id;
pub(crate) mod unknown_command;
pub(crate) mod unknown_directive;
pub(crate) mod unknown_parameter;
mod unquoted_content;
mod unterminated_block;
mod unterminated_list;
mod unterminated_string;
pub(crate) mod version;
pub(crate) mod yaml;

use std::sync::LazyLock;

use agmark_syntax::rule::without_checks;
use agmark_syntax::{CheckedRule, Diagnostic, Rule};

use crate::analysis::chunk_data::EmbeddedDiff;
use crate::syntax::structure::Structure;
use check::{Check, DiffCheck, HeaderCheck, ItemCheck};

/// All rules, by code.
const ALL: [&CheckedRule<Check>; 42] = [
    &bare_reference::RULE,
    &boolean::RULE,
    &closer_indent::RULE,
    &context_differs::RULE,
    &diff_fails::RULE,
    &diff_file::RULE,
    &diff_format::RULE,
    &diff_markers::RULE,
    &diff_path::RULE,
    &diff_syntax::RULE,
    &diff_untidy::RULE,
    &duplicate_command::RULE,
    &duplicate_id::RULE,
    &empty_content::RULE,
    &include_cycle::RULE,
    &indent::RULE,
    &invalid_id::RULE,
    &malformed_header::RULE,
    &misplaced_directive::RULE,
    &missing_colon::RULE,
    &missing_file::RULE,
    &missing_include::RULE,
    &missing_parameter::RULE,
    &not_a_comment::RULE,
    &not_a_reference::RULE,
    &not_indented::RULE,
    &repeated_id::RULE,
    &repeated_parameter::RULE,
    &stray_text::RULE,
    &tab_indent::RULE,
    &text_after_block::RULE,
    &undefined_bare_id::RULE,
    &undefined_id::RULE,
    &unknown_command::RULE,
    &unknown_directive::RULE,
    &unknown_parameter::RULE,
    &unquoted_content::RULE,
    &unterminated_block::RULE,
    &unterminated_list::RULE,
    &unterminated_string::RULE,
    &version::RULE,
    &yaml::RULE,
];

/// All rules without their checks.
pub(crate) static RULES: &[&Rule] = &without_checks(ALL);

static ITEM_CHECKS: LazyLock<Vec<ItemCheck>> =
    LazyLock::new(|| ALL.iter().filter_map(|rule| rule.check.of_item()).collect());
static HEADER_CHECKS: LazyLock<Vec<HeaderCheck>> =
    LazyLock::new(|| ALL.iter().filter_map(|rule| rule.check.of_header()).collect());
static DIFF_CHECKS: LazyLock<Vec<DiffCheck>> =
    LazyLock::new(|| ALL.iter().filter_map(|rule| rule.check.of_diff()).collect());

/// The diagnostics of a piece that depend on the piece alone. `diffs` are its embedded diffs.
pub(crate) fn check(structure: &Structure<'_>, diffs: &[EmbeddedDiff]) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    for item in &structure.items {
        ITEM_CHECKS.iter().for_each(|check| check(structure, item, &mut diagnostics));
    }
    for header in &structure.headers {
        HEADER_CHECKS.iter().for_each(|check| check(structure, header, &mut diagnostics));
    }
    for diff in diffs {
        DIFF_CHECKS.iter().for_each(|check| check(structure, diff, &mut diagnostics));
    }
    diagnostics.sort_by_key(|d| d.span);
    diagnostics
}
