//! The rules of GaryML, one file each: what it finds, the words for it, and its examples.

use agmark_syntax::{Diagnostic, Rule};

use crate::syntax::item::Item;
use crate::syntax::structure::{Header, Structure};

pub mod bare_reference;
pub mod boolean;
pub mod closer_indent;
pub mod context_differs;
pub mod diff_fails;
pub mod diff_file;
pub mod diff_format;
pub mod diff_markers;
pub mod diff_path;
pub mod diff_syntax;
pub mod diff_untidy;
mod diffs;
pub mod duplicate_command;
pub mod duplicate_id;
pub mod empty_content;
pub mod include_cycle;
pub mod indent;
pub mod invalid_id;
pub mod malformed_header;
pub mod misplaced_directive;
pub mod missing_colon;
pub mod missing_file;
pub mod missing_include;
pub mod missing_parameter;
pub mod not_a_comment;
pub mod not_a_reference;
pub mod not_indented;
pub mod repeated_id;
pub mod repeated_parameter;
pub mod stray_text;
pub mod tab_indent;
pub mod text_after_block;
pub mod undefined_bare_id;
pub mod undefined_id;
pub mod unknown_command;
pub mod unknown_directive;
pub mod unknown_parameter;
pub mod unquoted_content;
pub mod unterminated_block;
pub mod unterminated_list;
pub mod unterminated_string;
pub mod version;
pub mod yaml;

/// All of them, by code.
pub static RULES: &[&Rule] = &[
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

type OnItem = fn(&Structure<'_>, &Item<'_>, &mut Vec<Diagnostic>);
type OnHeader = fn(&Structure<'_>, &Header<'_>, &mut Vec<Diagnostic>);

/// What a line or block can break by itself.
const ON_ITEMS: &[OnItem] = &[
    tab_indent::check,
    indent::check,
    not_indented::check,
    closer_indent::check,
    stray_text::check,
    malformed_header::check_text,
    unterminated_block::check,
    unterminated_list::check,
    unterminated_string::check,
    text_after_block::check,
    bare_reference::check,
    boolean::check,
    not_a_comment::check,
    not_a_reference::check,
    yaml::check,
    yaml::check_pairs,
];

/// What a header can break, with what stands under it.
const ON_HEADERS: &[OnHeader] = &[
    malformed_header::check,
    stray_text::check_header,
    missing_colon::check,
    unquoted_content::check,
    misplaced_directive::check,
    missing_parameter::check,
    repeated_id::check,
    repeated_parameter::check,
    unknown_parameter::check,
    invalid_id::check,
    empty_content::check,
    diff_format::check,
    diff_path::check,
    diff_syntax::check,
    diff_untidy::check,
    diff_markers::check,
    version::check,
];

/// Everything that a piece breaks, as far as the piece itself can tell.
pub fn check(structure: &Structure<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for item in &structure.items {
        ON_ITEMS.iter().for_each(|check| check(structure, item, &mut found));
    }
    for header in &structure.headers {
        ON_HEADERS.iter().for_each(|check| check(structure, header, &mut found));
    }
    found.sort_by_key(|d| d.span);
    found
}
