//! Attributes that look like annotations and are none.

use agmark_schema::shown;
use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::page::Page;
use crate::vocabulary::{ATTRIBUTES, PREFIX};

pub static RULE: Rule = Rule {
    code: "aaf/unknown-attribute",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a `data-agent-` attribute that does not exist",
    help: "No agent reads the attribute, so what it was to say is not said. Names are written in small letters.",
    bad: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-confirmation=\"review\"></form>\n",
        "<input data-agent-Kind=\"field\" data-agent-field=\"amount\">\n",
    ],
    good: &[
        "<form data-agent-kind=\"action\" data-agent-action=\"order.place\" data-agent-confirm=\"review\"></form>\n",
        "<input data-agent-kind=\"field\" data-agent-field=\"amount\">\n",
    ],
};

/// Words that people, and the manifest, use for an attribute.
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
    known().find(|one| same(one)).or(also).or_else(|| agmark_syntax::nearest::nearest(&lower, known()))
}

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for annotation in page.annotated.iter().flat_map(|one| &one.annotations) {
        if annotation.known.is_some() {
            continue;
        }
        let near = suggestion(annotation.name).map(|name| format!("{PREFIX}{name}"));
        let mut message = format!("unknown attribute {PREFIX}{}", shown(annotation.name));
        if near.is_none() {
            let known: Vec<_> = ATTRIBUTES.iter().map(|one| one.name).collect();
            message.push_str(&format!(", after {PREFIX} stands one of {}", known.join(", ")));
        }
        // Of an expression's name (`:data-agent-kind`) only what follows the binding is replaced.
        let span = annotation.name_span;
        let start = page.text[span.range()].find(PREFIX).unwrap_or(0) + span.range().start;
        let name = agmark_syntax::Span::new(start, start + PREFIX.len() + annotation.name.len());
        out.push(RULE.at(name, message).nearest(name, near.as_deref()));
    }
}
