//! What can be wrong with a document: one file a rule, with its words, its examples and its check.

pub mod against_filter;
pub mod aria_snapshot;
pub mod bad_attribute;
pub mod bad_escape;
pub mod bad_front_matter;
pub mod bad_ref;
pub mod bad_role;
pub mod bad_state;
pub mod bare_state;
pub mod dangling_ref;
pub mod duplicate_attribute;
pub mod duplicate_key;
pub mod duplicate_ref;
pub mod falling_ref;
pub mod front_matter_type;
pub mod heading_level;
pub mod indent_jump;
pub mod misplaced_name;
pub mod missing_ref;
pub mod missing_value;
pub mod not_in_base;
pub mod note;
pub mod odd_indent;
pub mod over_budget;
pub mod over_depth;
pub mod redundant_level;
pub mod repeated_state;
pub mod reused_ref;
pub mod site;
pub mod stray_diff_prefix;
pub mod tab_indent;
pub mod table_size;
pub mod table_width;
pub mod unclosed_front_matter;
pub mod unclosed_row;
pub mod unexpected_text;
pub mod unknown_line;
pub mod unknown_role;
pub mod unterminated_string;

use agmark_syntax::{Diagnostic, Rule, Span};
use site::Site;

use crate::syntax::element::Element;
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::row::Row;

/// All rules, by code.
pub static RULES: &[&Rule] = &[
    &against_filter::RULE,
    &aria_snapshot::RULE,
    &bad_attribute::RULE,
    &bad_escape::RULE,
    &bad_front_matter::RULE,
    &bad_ref::RULE,
    &bad_role::RULE,
    &bad_state::RULE,
    &bare_state::RULE,
    &dangling_ref::RULE,
    &duplicate_attribute::RULE,
    &duplicate_key::RULE,
    &duplicate_ref::RULE,
    &falling_ref::RULE,
    &front_matter_type::RULE,
    &heading_level::RULE,
    &indent_jump::RULE,
    &misplaced_name::RULE,
    &missing_ref::RULE,
    &missing_value::RULE,
    &not_in_base::RULE,
    &note::RULE,
    &odd_indent::RULE,
    &over_budget::RULE,
    &over_depth::RULE,
    &redundant_level::RULE,
    &repeated_state::RULE,
    &reused_ref::RULE,
    &stray_diff_prefix::RULE,
    &tab_indent::RULE,
    &table_size::RULE,
    &table_width::RULE,
    &unclosed_front_matter::RULE,
    &unclosed_row::RULE,
    &unexpected_text::RULE,
    &unknown_line::RULE,
    &unknown_role::RULE,
    &unterminated_string::RULE,
];

/// Looks at the head of a line of the body.
pub fn line(site: &mut Site<'_>) {
    if let Some(fault) = site.body.fault {
        tab_indent::check(site, fault);
        odd_indent::check(site, fault);
        indent_jump::check(site, fault);
    }
    stray_diff_prefix::check(site);
    over_budget::check(site);
}

/// Looks at an element of a line.
pub fn element(site: &mut Site<'_>, element: &Element) {
    over_depth::check(site, element);
    let mut last_ref = site.body.last_ref;
    falling_ref::check(site, element, &mut last_ref);
    parts(site, element);
}

/// Looks at a row, and at the elements in its cells.
pub fn row(site: &mut Site<'_>, row: &Row) {
    unclosed_row::check(site, row);
    table_width::check(site, row);
    let mut last_ref = site.body.last_ref;
    for element in row.cells.iter().filter_map(|c| c.element.as_deref()) {
        falling_ref::check(site, element, &mut last_ref);
        parts(site, element);
    }
}

fn parts(site: &mut Site<'_>, element: &Element) {
    bad_role::check(site, element);
    unknown_role::check(site, element);
    against_filter::check(site, element);
    bad_ref::check(site, element);
    missing_ref::check(site, element);
    if let Some(name) = element.name {
        bad_escape::check(site, element, name);
    }
    if !element.items.is_empty() {
        items(site, element);
    }
    note::check(site, element);
}

fn items(site: &mut Site<'_>, element: &Element) {
    duplicate_attribute::check(site, element);
    heading_level::check(site, element);
    redundant_level::check(site, element);
    for attribute in element.attributes() {
        bad_attribute::check(site, attribute);
        missing_value::check(site, attribute);
        unterminated_string::check(site, attribute.value);
        bad_escape::check(site, element, attribute.value);
    }
    for part in element.others() {
        unterminated_string::check(site, part);
        bad_state::check(site, element, part);
        unexpected_text::check(site, part);
    }
    repeated_state::check(site, element);
    misplaced_name::check(site, element);
    bare_state::check(site, element);
}

/// Looks at a line that is nothing.
pub fn unknown(site: &mut Site<'_>, span: Span) {
    unknown_line::check(site, span);
}

/// Looks at the front matter.
pub fn front(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    unclosed_front_matter::check(text, front, found);
    bad_front_matter::check(text, front, found);
    duplicate_key::check(text, front, found);
    front_matter_type::check(text, front, found);
}
