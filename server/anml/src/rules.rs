//! The rules of documents, one file each with texts, examples and check. A new rule is a new file and a row in
//! [`ALL`].

mod against_filter;
pub mod aria_snapshot;
mod bad_attribute;
mod bad_escape;
mod bad_front_matter;
mod bad_ref;
mod bad_role;
mod bad_state;
mod bare_state;
mod check;
pub mod dangling_ref;
mod duplicate_attribute;
mod duplicate_key;
pub mod duplicate_ref;
mod falling_ref;
mod front_matter_type;
mod heading_level;
mod indent_jump;
pub mod line_context;
mod misplaced_name;
pub mod missing_ref;
mod missing_value;
pub mod not_in_base;
mod note;
mod odd_indent;
mod over_budget;
mod over_depth;
mod redundant_level;
mod repeated_state;
pub mod reused_ref;
mod stray_diff_prefix;
mod tab_indent;
pub mod table_size;
mod table_width;
mod unclosed_front_matter;
mod unclosed_row;
mod unexpected_text;
mod unknown_line;
mod unknown_role;
mod unterminated_string;

use std::sync::LazyLock;

use agmark_syntax::rule::without_checks;
use agmark_syntax::{CheckedRule, Diagnostic, Rule, Span};

use crate::syntax::element::{Attribute, Element, Part};
use crate::syntax::front_matter::FrontMatter;
use crate::syntax::row::Row;
use check::Check;
use line_context::LineContext;

/// All rules, by code.
const ALL: [&CheckedRule<Check>; 38] = [
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

/// All rules, without their checks.
pub static RULES: [&Rule; ALL.len()] = without_checks(ALL);

/// The checks by what they look at.
#[derive(Default)]
struct Checks {
    line: Vec<fn(&mut LineContext<'_>)>,
    unknown: Vec<fn(&mut LineContext<'_>, Span)>,
    row: Vec<fn(&mut LineContext<'_>, &Row)>,
    element: Vec<fn(&mut LineContext<'_>, &Element)>,
    items: Vec<fn(&mut LineContext<'_>, &Element)>,
    attribute: Vec<fn(&mut LineContext<'_>, Attribute)>,
    part: Vec<fn(&mut LineContext<'_>, &Element, Part)>,
    front_matter: Vec<fn(&str, &FrontMatter, &mut Vec<Diagnostic>)>,
}

static CHECKS: LazyLock<Checks> = LazyLock::new(|| {
    let mut checks = Checks::default();
    for rule in ALL {
        match rule.check {
            Check::Line(check) => checks.line.push(check),
            Check::Unknown(check) => checks.unknown.push(check),
            Check::Row(check) => checks.row.push(check),
            Check::Element(check) => checks.element.push(check),
            Check::Items(check) => checks.items.push(check),
            Check::Attribute(check) => checks.attribute.push(check),
            Check::Part(check) => checks.part.push(check),
            Check::FrontMatter(check) => checks.front_matter.push(check),
            Check::Names | Check::CrossFile | Check::Reader => {}
        }
    }
    checks
});

/// Checks the indent and prefix of a line of the body.
pub fn line(context: &mut LineContext<'_>) {
    CHECKS.line.iter().for_each(|check| check(context));
}

/// Checks a line that is not ANML.
pub fn unknown(context: &mut LineContext<'_>, span: Span) {
    CHECKS.unknown.iter().for_each(|check| check(context, span));
}

/// Checks a row and the elements in its cells.
pub fn row(context: &mut LineContext<'_>, row: &Row) {
    CHECKS.row.iter().for_each(|check| check(context, row));
    row.cells.iter().filter_map(|cell| cell.element.as_deref()).for_each(|cell| element(context, cell));
}

/// Checks an element, in a line or in a cell.
pub fn element(context: &mut LineContext<'_>, element: &Element) {
    let checks = &*CHECKS;
    checks.element.iter().for_each(|check| check(context, element));
    let part = |context: &mut LineContext<'_>, part| {
        checks.part.iter().for_each(|check| check(context, element, part))
    };
    if let Some(name) = element.name {
        part(context, name);
    }
    if element.items.is_empty() {
        return;
    }
    checks.items.iter().for_each(|check| check(context, element));
    for attribute in element.attributes() {
        checks.attribute.iter().for_each(|check| check(context, attribute));
        part(context, attribute.value);
    }
    element.others().for_each(|other| part(context, other));
}

/// Checks the front matter.
pub fn front_matter(text: &str, front: &FrontMatter, found: &mut Vec<Diagnostic>) {
    CHECKS.front_matter.iter().for_each(|check| check(text, front, found));
}
