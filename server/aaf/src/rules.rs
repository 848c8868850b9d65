//! The rules, one file each; attributes that differ only in their table share one.

pub mod alignment;
mod ambiguous;
mod duplicate_attribute;
mod duplicate_key;
mod hidden_control;
mod json_syntax;
mod manifest_missing_key;
mod manifest_name;
mod manifest_registry;
mod manifest_schemas;
mod manifest_type;
mod manifest_unknown_key;
mod manifest_value;
mod missing_companion;
mod missing_kind;
mod nested_and_tied;
mod orphan_field;
mod repeated_part;
mod riskier_part;
mod safety;
mod third_party;
mod unannotated_control;
mod unclosed_quote;
mod unknown_action;
mod unknown_attribute;
mod unknown_page_entry;
mod unmarked_link;
mod values;
mod version_placement;

use agmark_schema::{Parsed, ProblemKind};
use agmark_syntax::{Awaits, Diagnostic, Rule, Span};

pub(crate) use safety::{carries_action, noun};
pub use unknown_action::UNKNOWN_ACTION;
pub use unknown_page_entry::UNKNOWN_PAGE_ENTRY;

use crate::manifest::check::{Finding, Mistake};
use crate::page::Page;

/// The rules of manifests.
pub static MANIFEST: &[&Rule] = &[
    &json_syntax::RULE,
    &duplicate_key::RULE,
    &manifest_missing_key::RULE,
    &manifest_unknown_key::RULE,
    &manifest_type::RULE,
    &manifest_value::RULE,
    &manifest_name::RULE,
    &manifest_schemas::INVALID,
    &manifest_schemas::REQUIRED,
    &manifest_schemas::SEMANTIC,
    &manifest_schemas::REPEATED,
    &manifest_schemas::UNCONFIRMED,
    &manifest_registry::ACTION_AND_VIEW,
    &manifest_registry::UNLISTED_ACTION,
    &manifest_registry::WEAKER_ENTRY,
    &UNKNOWN_PAGE_ENTRY,
    &alignment::ON_NO_PAGE,
];

/// All rules: a page may hold a manifest of its own.
pub static ALL: &[&Rule] = &[
    &values::KIND,
    &values::ACTION,
    &values::FIELD,
    &values::DANGER,
    &values::CONFIRM,
    &values::SCOPE,
    &values::IDEMPOTENT,
    &values::OUTPUT,
    &values::FOR_ACTION,
    &values::VERSION,
    &values::PAGE,
    &unknown_attribute::RULE,
    &duplicate_attribute::RULE,
    &unclosed_quote::RULE,
    &missing_kind::RULE,
    &missing_companion::RULE,
    &version_placement::RULE,
    &ambiguous::RULE,
    &nested_and_tied::RULE,
    &orphan_field::RULE,
    &UNKNOWN_ACTION,
    &unannotated_control::RULE,
    &unmarked_link::RULE,
    &safety::UNCONFIRMED,
    &safety::UNGUARDED,
    &riskier_part::RULE,
    &manifest_registry::WEAKER_PART,
    &repeated_part::RULE,
    &third_party::RULE,
    &hidden_control::RULE,
    &alignment::UNDECLARED_ACTION,
    &alignment::UNDECLARED_FIELD,
    &alignment::MISSING_ACTION,
    &alignment::MISSING_FIELD,
    &alignment::UNKNOWN_ROUTE,
    &alignment::DIFFERS,
    &json_syntax::RULE,
    &duplicate_key::RULE,
    &manifest_missing_key::RULE,
    &manifest_unknown_key::RULE,
    &manifest_type::RULE,
    &manifest_value::RULE,
    &manifest_name::RULE,
    &manifest_schemas::INVALID,
    &manifest_schemas::REQUIRED,
    &manifest_schemas::SEMANTIC,
    &manifest_schemas::REPEATED,
    &manifest_schemas::UNCONFIRMED,
    &manifest_registry::ACTION_AND_VIEW,
    &manifest_registry::UNLISTED_ACTION,
    &manifest_registry::WEAKER_ENTRY,
    &UNKNOWN_PAGE_ENTRY,
    &alignment::ON_NO_PAGE,
];

/// What the annotations of a page have wrong.
pub fn check_page(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    let checks = [
        values::check,
        unknown_attribute::check,
        duplicate_attribute::check,
        unclosed_quote::check,
        missing_kind::check,
        missing_companion::check,
        version_placement::check,
        ambiguous::check,
        nested_and_tied::check,
        orphan_field::check,
        unannotated_control::check,
        unmarked_link::check,
        safety::check,
        riskier_part::check,
        manifest_registry::check_page,
        repeated_part::check,
        third_party::check,
        hidden_control::check,
    ];
    let first = out.len();
    for check in checks {
        check(page, out);
    }
    for finding in out.iter_mut().skip(first).filter(|finding| LACKING.contains(&finding.rule)) {
        finding.awaits = tag_around(page, finding.span).map(Awaits::Within);
    }
}

/// Rules about attributes that a tag lacks.
static LACKING: &[&Rule] = &[
    &missing_kind::RULE,
    &missing_companion::RULE,
    &orphan_field::RULE,
    &unannotated_control::RULE,
    &unmarked_link::RULE,
    &safety::UNCONFIRMED,
    &safety::UNGUARDED,
];

/// The start tag in which `place` is, without its end.
fn tag_around(page: &Page<'_>, place: Span) -> Option<Span> {
    let elements = &page.dom.elements;
    let after = elements.partition_point(|element| element.tag.span.start <= place.start as usize);
    let tag = elements.get(..after)?.last()?.tag.span.clone();
    let written = page.text.get(tag.clone())?;
    Some(Span::new(tag.start, tag.end - (written.len() - written.trim_end_matches(['>', '/']).len())))
}

/// What a manifest has wrong: in its JSON, and in its shape.
pub fn check_manifest(parsed: &Parsed, findings: Vec<Finding>, out: &mut Vec<Diagnostic>) {
    for problem in &parsed.problems {
        out.push(duplicate_key::finding(problem).unwrap_or_else(|| json_syntax::finding(problem)));
    }
    out.extend(findings.into_iter().map(|finding| {
        let awaits = finding.lacking.map(Awaits::Within);
        let found = match finding.mistake {
            Mistake::Missing { .. } => manifest_missing_key::finding(finding),
            Mistake::Unknown { .. } => manifest_unknown_key::finding(finding),
            Mistake::Type { .. } => manifest_type::finding(finding),
            Mistake::Word { .. } | Mistake::Pattern { .. } | Mistake::Empty => {
                manifest_value::finding(finding)
            }
            Mistake::Name { .. } => manifest_name::finding(finding),
        };
        Diagnostic { awaits, ..found }
    }));
    manifest_schemas::check(parsed, out);
    // An object without its end takes in what follows: what is in which registry is not known.
    if !parsed.problems.iter().any(|problem| problem.kind == ProblemKind::Unclosed) {
        manifest_registry::check(&parsed.root, out);
    }
}
