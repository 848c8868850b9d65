//! A control that agents do not see.

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::edit::{annotate, controls};
use crate::page::Page;
use crate::syntax::html::decode;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unannotated-control",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "input, select or textarea without `data-agent-field`",
        help: "Agents leave a control empty if it has no name for them. In an action, or in its form by the \
               attribute `form`, this is a warning; elsewhere on a page with annotations it is a hint. Hidden \
               inputs, buttons, checkboxes and radio buttons need no annotation, and neither do controls inside \
               a field, in `data-agent-ignore` or in third-party content.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input name=\"row\">\n</form>\n",
        ],
        good: &["<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input name=\"row\" \
             data-agent-kind=\"field\" data-agent-field=\"row\">\n</form>\n"],
    },
    check: Check::Page(check),
};

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    if !page.has_annotations() {
        return;
    }
    for (index, element) in page.dom.elements.iter().enumerate() {
        if !controls::is_control(page, element) || controls::is_named(page, index, "field") {
            continue;
        }
        // A field without a name has its own diagnostic.
        if page.annotated_at(index).is_some_and(|one| one.has("kind")) {
            continue;
        }
        let context = page.context(index);
        if context.ignored || context.in_field || context.third_party.is_some() {
            continue;
        }
        let name = element.name(page.text).to_ascii_lowercase();
        let told = ["name", "aria-label", "id", "placeholder", "type"].into_iter().find_map(|attribute| {
            let value = element.attribute(page.text, attribute).filter(|value| !value.trim().is_empty())?;
            Some(format!(" {attribute}=\"{}\"", shown(&decode(value))))
        });
        let action = page.action_of(index);
        let of = match action.map(|one| one.text("action").unwrap_or("…")) {
            Some(action) => format!(" of action \"{}\"", shown(action)),
            None => String::new(),
        };
        let message = format!(
            "<{name}{}>{of} without data-agent-field: agents do not see it",
            told.unwrap_or_default()
        );
        let mut finding = RULE.at(element.tag.name.clone().into(), message);
        if action.is_none() {
            finding.severity = Severity::Hint;
        }
        if let Some((edit, title)) = annotate::field(page, index) {
            finding = finding.suggest(title, vec![edit]);
        }
        out.push(finding);
    }
}
