//! Annotations on an element that does not say what it is.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use super::unknown_attribute;
use crate::page::{Annotated, Page};

pub static RULE: Rule = Rule {
    code: "aaf/missing-kind",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an element has annotations but no `data-agent-kind`",
    help: "Agents look elements up by their kind first (6.1.1): without one, the other annotations are never read. \
           The fix adds the kind that goes with them. `data-agent-version` and `data-agent-ignore` need none.",
    bad: &["<input name=\"amount\" data-agent-field=\"amount\">\n"],
    good: &[
        "<input name=\"amount\" data-agent-kind=\"field\" data-agent-field=\"amount\">\n",
        "<body data-agent-version=\"0.1\"></body>\n",
    ],
};

/// Which kind goes with which annotation; the first that an element has decides.
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

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for element in &page.annotated {
        let misspelt = |name| unknown_attribute::suggestion(name) == Some("kind");
        let wants_one = |name: &str| !matches!(name, "kind" | "version" | "ignore");
        let first = element.annotations.iter().find(|one| one.known.is_some() && wants_one(one.name));
        let Some(first) = first.filter(|_| !element.has("kind") && !element.uncertain) else { continue };
        if element.annotations.iter().any(|one| one.known.is_none() && misspelt(one.name)) {
            continue;
        }
        let mut message = format!("data-agent-{} on an element without data-agent-kind", first.name);
        let Some(kind) = kind_of(page, element) else {
            message.push_str(": add the kind, field or status");
            out.push(RULE.at(first.name_span, message));
            continue;
        };
        message.push_str(&format!(": add data-agent-kind=\"{kind}\""));
        // As the attributes are laid out: on a line of its own where the first annotation has one.
        let start = first.span.range().start;
        let blanks = page.text[..start].len() - page.text[..start].trim_end().len();
        let edit =
            Edit::insert(start, format!("data-agent-kind=\"{kind}\"{}", &page.text[start - blanks..start]));
        out.push(
            RULE.at(first.name_span, message).suggest(format!("add data-agent-kind=\"{kind}\""), vec![edit]),
        );
    }
}

fn kind_of(page: &Page<'_>, element: &Annotated<'_>) -> Option<&'static str> {
    let told = KIND_OF.iter().find(|(name, _)| element.has(name)).map(|(_, kind)| *kind);
    let tag = page.tag(element).to_ascii_lowercase();
    let control = matches!(tag.as_str(), "input" | "select" | "textarea");
    told.or_else(|| (element.has("for-action") && control).then_some("field"))
}
