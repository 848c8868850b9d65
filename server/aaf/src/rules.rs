//! The rules, one file each.

mod action_and_view;
mod ambiguous;
mod check;
mod differs;
mod duplicate_attribute;
mod duplicate_key;
mod examples;
mod hidden_control;
mod invalid_action;
mod invalid_confirm;
mod invalid_danger;
mod invalid_field;
mod invalid_for_action;
mod invalid_idempotent;
mod invalid_kind;
mod invalid_output;
mod invalid_page;
mod invalid_schema;
mod invalid_scope;
mod invalid_semantic;
mod invalid_version;
mod json_syntax;
mod manifest_missing_key;
mod manifest_name;
mod manifest_type;
mod manifest_unknown_key;
mod manifest_value;
mod missing_action;
mod missing_companion;
mod missing_field;
mod missing_kind;
mod nested_and_tied;
mod on_no_page;
mod orphan_field;
mod repeated_context;
mod repeated_part;
mod riskier_part;
mod schema;
mod third_party;
mod unannotated_control;
mod unclosed_quote;
mod unconfirmed_danger;
mod unconfirmed_risk;
mod undeclared_action;
mod undeclared_field;
mod undeclared_required;
mod unguarded_button;
mod unknown_action;
mod unknown_attribute;
mod unknown_page_entry;
mod unknown_route;
mod unlisted_action;
pub mod unmarked_link;
mod value;
mod version_placement;
mod weaker;
mod weaker_entry;
mod weaker_part;

use agmark_schema::{Parsed, Problem, ProblemKind};
use agmark_syntax::rule::without_checks;
use agmark_syntax::{Awaits, CheckedRule, Diagnostic, Rule, Span};

use crate::cross_file::entries::Entries;
use crate::manifest::check::ShapeError;
use crate::manifest::model::Manifest;
use crate::page::Page;
use check::Check;

pub use differs::RULE as DIFFERS;
pub use duplicate_key::RULE as DUPLICATE_KEY;
pub use missing_action::RULE as MISSING_ACTION;
pub use missing_field::RULE as MISSING_FIELD;
pub use on_no_page::RULE as ON_NO_PAGE;
pub use orphan_field::{RULE as ORPHAN_FIELD, naming};
pub use undeclared_action::RULE as UNDECLARED_ACTION;
pub use undeclared_field::RULE as UNDECLARED_FIELD;
pub use unknown_action::RULE as UNKNOWN_ACTION;
pub use unknown_page_entry::RULE as UNKNOWN_PAGE_ENTRY;
pub use unknown_route::RULE as UNKNOWN_ROUTE;

/// The rules for annotations, in the order of the documentation.
static ANNOTATIONS: [&CheckedRule<Check>; 36] = [
    &invalid_kind::RULE,
    &invalid_action::RULE,
    &invalid_field::RULE,
    &invalid_danger::RULE,
    &invalid_confirm::RULE,
    &invalid_scope::RULE,
    &invalid_idempotent::RULE,
    &invalid_output::RULE,
    &invalid_for_action::RULE,
    &invalid_version::RULE,
    &invalid_page::RULE,
    &unknown_attribute::RULE,
    &duplicate_attribute::RULE,
    &unclosed_quote::RULE,
    &missing_kind::RULE,
    &missing_companion::RULE,
    &version_placement::RULE,
    &ambiguous::RULE,
    &nested_and_tied::RULE,
    &orphan_field::RULE,
    &unknown_action::RULE,
    &unannotated_control::RULE,
    &unmarked_link::RULE,
    &unconfirmed_danger::RULE,
    &unguarded_button::RULE,
    &riskier_part::RULE,
    &weaker_part::RULE,
    &repeated_part::RULE,
    &third_party::RULE,
    &hidden_control::RULE,
    &undeclared_action::RULE,
    &undeclared_field::RULE,
    &missing_action::RULE,
    &missing_field::RULE,
    &unknown_route::RULE,
    &differs::RULE,
];

/// The rules for manifests, in the order of the documentation.
static MANIFESTS: [&CheckedRule<Check>; 17] = [
    &json_syntax::RULE,
    &duplicate_key::RULE,
    &manifest_missing_key::RULE,
    &manifest_unknown_key::RULE,
    &manifest_type::RULE,
    &manifest_value::RULE,
    &manifest_name::RULE,
    &invalid_schema::RULE,
    &undeclared_required::RULE,
    &invalid_semantic::RULE,
    &repeated_context::RULE,
    &unconfirmed_risk::RULE,
    &action_and_view::RULE,
    &unlisted_action::RULE,
    &weaker_entry::RULE,
    &unknown_page_entry::RULE,
    &on_no_page::RULE,
];

/// The rules for manifests, without their checks.
pub static MANIFEST_RULES: [&Rule; MANIFESTS.len()] = without_checks(MANIFESTS);

/// All rules, without their checks: a page may contain a manifest.
pub static RULES: [&Rule; ANNOTATIONS.len() + MANIFESTS.len()] = {
    let (annotations, manifests) = (without_checks(ANNOTATIONS), without_checks(MANIFESTS));
    let mut all = [annotations[0]; ANNOTATIONS.len() + MANIFESTS.len()];
    let mut at = 0;
    while at < all.len() {
        all[at] = if at < annotations.len() { annotations[at] } else { manifests[at - annotations.len()] };
        at += 1;
    }
    all
};

/// Rules about attributes that a start tag lacks: they wait while a person types in the tag.
static LACKING: [&CheckedRule<Check>; 7] = [
    &missing_kind::RULE,
    &missing_companion::RULE,
    &orphan_field::RULE,
    &unannotated_control::RULE,
    &unmarked_link::RULE,
    &unconfirmed_danger::RULE,
    &unguarded_button::RULE,
];

/// Checks the annotations of a page.
pub fn check_page(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    let annotations = || page.annotated.iter().flat_map(|one| &one.annotations);
    let first = out.len();
    for rule in ANNOTATIONS {
        match rule.check {
            Check::Value(attribute) => annotations()
                .filter(|one| one.name == attribute)
                .for_each(|one| value::check(page, &rule.rule, one, out)),
            Check::Annotation(check) => annotations().for_each(|one| check(page, one, out)),
            Check::Element(check) => page.annotated.iter().for_each(|one| check(page, one, out)),
            Check::Page(check) => check(page, out),
            _ => {}
        }
    }
    for finding in out.iter_mut().skip(first) {
        if LACKING.iter().any(|rule| rule.rule == *finding.rule) {
            finding.awaits = tag_around(page, finding.span).map(Awaits::Within);
        }
    }
}

/// The start tag that contains `span`, without its end.
fn tag_around(page: &Page<'_>, span: Span) -> Option<Span> {
    let elements = &page.dom.elements;
    let after = elements.partition_point(|element| element.tag.span.start <= span.start as usize);
    let tag = elements.get(..after)?.last()?.tag.span.clone();
    let written = page.text.get(tag.clone())?;
    Some(Span::new(tag.start, tag.start + written.trim_end_matches(['>', '/']).len()))
}

/// Checks a whole manifest; `errors` are its departures from the shape of manifests.
pub fn check_manifest(parsed: &Parsed, errors: &[ShapeError], out: &mut Vec<Diagnostic>) {
    check_json(&parsed.problems, out);
    check_shape(errors, out);
    check_content(parsed, out);
    if !parsed.problems.iter().any(|problem| problem.kind == ProblemKind::Unclosed) {
        check_entries(&Entries::alone(0, &Manifest::of(parsed)), out);
    }
}

/// Reports errors in the JSON of a manifest.
pub fn check_json(problems: &[Problem], out: &mut Vec<Diagnostic>) {
    for problem in problems {
        out.extend(MANIFESTS.iter().find_map(|rule| match rule.check {
            Check::Json(check) => check(problem),
            _ => None,
        }));
    }
}

/// Reports departures from the shape of manifests.
pub fn check_shape(errors: &[ShapeError], out: &mut Vec<Diagnostic>) {
    for error in errors {
        out.extend(MANIFESTS.iter().find_map(|rule| match rule.check {
            Check::Shape(check) => {
                Some(Diagnostic { awaits: error.lacking.map(Awaits::Within), ..check(error)? })
            }
            _ => None,
        }));
    }
}

/// Checks what can be checked of each entry alone, in a manifest or in a piece of one.
pub fn check_content(parsed: &Parsed, out: &mut Vec<Diagnostic>) {
    let schemas = schema::schemas(parsed);
    for rule in MANIFESTS {
        match rule.check {
            Check::Schema(check) => schemas.iter().for_each(|schema| check(schema, out)),
            Check::Manifest(check) => check(&parsed.root, out),
            _ => {}
        }
    }
}

/// Compares the entries of a manifest with each other.
pub fn check_entries(entries: &Entries<'_>, out: &mut Vec<Diagnostic>) {
    for rule in MANIFESTS {
        if let Check::Entries(check) = rule.check {
            check(entries, out);
        }
    }
}
