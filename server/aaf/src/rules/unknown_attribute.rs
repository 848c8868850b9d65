//! An unknown `data-agent-` attribute.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span, nearest::nearest};

use super::check::Check;
use crate::page::{Annotated, Annotation, Page};
use crate::vocabulary::{ATTRIBUTES, PREFIX};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unknown-attribute",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown `data-agent-` attribute",
        help: "Agents ignore an unknown attribute, so its value has no effect. Attribute names are lowercase.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-confirmation=\"review\"></form>\n",
            "<input data-agent-Kind=\"field\" data-agent-field=\"amount\">\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-confirm=\"review\"></form>\n",
            "<input data-agent-kind=\"field\" data-agent-field=\"amount\">\n",
        ],
    },
    check: Check::Annotation(check),
};

/// Other words for an attribute, in the manifest or from users.
const ALSO: &[(&str, &str)] = &[
    ("confirmation", "confirm"),
    ("risk", "danger"),
    ("type", "kind"),
    ("role", "kind"),
    ("name", "field"),
    ("for", "for-action"),
    ("href", "page"),
    ("route", "page"),
    ("permission", "scope"),
];

/// The attribute that was meant by a name without its prefix.
pub fn suggestion(name: &str) -> Option<&'static str> {
    let lower = name.to_ascii_lowercase();
    let same = |one: &str| one.replace('-', "") == lower.replace(['-', '_'], "");
    let known = || ATTRIBUTES.iter().map(|one| one.name);
    let also = ALSO.iter().find(|(also, _)| *also == lower).map(|(_, name)| *name);
    known().find(|one| same(one)).or(also).or_else(|| nearest(&lower, known()))
}

/// Whether an element has a misspelt name of an attribute, which has its own diagnostic.
pub fn has_misspelt(element: &Annotated<'_>, attribute: &str) -> bool {
    let unknown = element.annotations.iter().filter(|one| one.known.is_none());
    unknown.into_iter().any(|one| suggestion(one.name) == Some(attribute))
}

fn check(page: &Page<'_>, annotation: &Annotation<'_>, out: &mut Vec<Diagnostic>) {
    if annotation.known.is_some() {
        return;
    }
    let near = suggestion(annotation.name).map(|name| format!("{PREFIX}{name}"));
    let mut message = format!("unknown attribute {PREFIX}{}", shown(annotation.name));
    if near.is_none() {
        let known: Vec<_> = ATTRIBUTES.iter().map(|one| one.name).collect();
        message.push_str(&format!(": expected {PREFIX} and one of {}", known.join(", ")));
    }
    // A binding before the name (`:data-agent-kind`) stays.
    let span = annotation.name_span;
    let start = page.text[span.range()].find(PREFIX).unwrap_or(0) + span.range().start;
    let name = Span::new(start, start + PREFIX.len() + annotation.name.len());
    out.push(RULE.at(name, message).nearest(name, near.as_deref()));
}
