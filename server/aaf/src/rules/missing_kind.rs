//! Annotations on an element without a kind.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::unknown_attribute;
use crate::page::{Annotated, Page};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/missing-kind",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "annotations without `data-agent-kind`",
        help: "Agents look up elements by their kind first (6.1.1). Without a kind, they never read the other \
               annotations. The fix adds the kind that matches them. `data-agent-version` and \
               `data-agent-ignore` do not need a kind.",
        bad: &["<input name=\"amount\" data-agent-field=\"amount\">\n"],
        good: &[
            "<input name=\"amount\" data-agent-kind=\"field\" data-agent-field=\"amount\">\n",
            "<body data-agent-version=\"0.1\"></body>\n",
        ],
    },
    check: Check::Element(check),
};

/// The kind that each annotation implies. The first annotation that an element has decides.
const KIND_OF: &[(&str, &str)] = &[
    ("action", "action"),
    ("field", "field"),
    ("output", "status"),
    ("page", "link"),
    ("danger", "action"),
    ("confirm", "action"),
    ("idempotent", "action"),
    ("scope", "action"),
];

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    let needs_kind = |name: &str| !matches!(name, "kind" | "version" | "ignore");
    let first = element.annotations.iter().find(|one| one.known.is_some() && needs_kind(one.name));
    let Some(first) = first.filter(|_| !element.has("kind") && !element.uncertain) else { return };
    if unknown_attribute::has_misspelt(element, "kind") {
        return;
    }
    let mut message = format!("data-agent-{} on an element without data-agent-kind", first.name);
    let Some(kind) = kind_of(page, element) else {
        message.push_str(": add the kind, field or status");
        return out.push(RULE.at(first.name_span, message));
    };
    let added = format!("data-agent-kind=\"{kind}\"");
    message.push_str(&format!(": add {added}"));
    // The kind gets its own line if the first annotation has one.
    let start = first.span.range().start;
    let before = &page.text[..start];
    let blanks = &before[before.trim_end().len()..];
    let edit = Edit::insert(start, format!("{added}{blanks}"));
    out.push(RULE.at(first.name_span, message).suggest(format!("add {added}"), vec![edit]));
}

fn kind_of(page: &Page<'_>, element: &Annotated<'_>) -> Option<&'static str> {
    let told = KIND_OF.iter().find(|(name, _)| element.has(name)).map(|(_, kind)| *kind);
    let tag = page.tag(element).to_ascii_lowercase();
    let control = matches!(tag.as_str(), "input" | "select" | "textarea");
    told.or_else(|| (element.has("for-action") && control).then_some("field"))
}
