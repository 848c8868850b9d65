//! A field that belongs to no action.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::page::{Annotated, Owner, Page};
use crate::vocabulary::PREFIX;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/orphan-field",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "field without an action",
        help: "A runtime searches for a field in the element of its action, then by `data-agent-for-action`, and \
               nowhere else (6.1.1). It never finds a field with neither. Components are not checked, because \
               the action may be in the component that uses them.",
        bad: &["<button data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n<input \
             data-agent-kind=\"field\" data-agent-field=\"reason\">\n"],
        good: &["<button data-agent-kind=\"action\" data-agent-action=\"seat.free\">Free</button>\n<input \
             data-agent-kind=\"field\" data-agent-field=\"reason\" data-agent-for-action=\"seat.free\">\n"],
    },
    check: Check::Page(check),
};

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    if page.source.is_component() {
        return;
    }
    for one in page.annotated.iter().filter(|one| one.text("kind") == Some("field")) {
        let Some(field) = one.get("field") else { continue };
        if page.owner(one) != Owner::NoAction || page.context(one.element).third_party.is_some() {
            continue;
        }
        let name = one.text("field").unwrap_or("");
        let message = format!(
            "field \"{}\" without an action: move it into the action's element, or name the action with \
             {PREFIX}for-action",
            agmark_schema::shown(name)
        );
        let mut finding = RULE.at(field.span, message);
        // The only action of a page is suggested when a person looks at the finding.
        if let Some(action) = by_form(page, one) {
            finding = naming(finding, &action);
        }
        out.push(finding);
    }
}

/// The finding with the fix that names an action.
pub fn naming(finding: Diagnostic, action: &str) -> Diagnostic {
    let added = format!("{PREFIX}for-action=\"{action}\"");
    let edit = Edit::insert(finding.span.range().end, format!(" {added}"));
    finding.suggest(format!("add {added}"), vec![edit])
}

/// The action of the form that the control names in `form`.
fn by_form(page: &Page<'_>, one: &Annotated<'_>) -> Option<String> {
    let form = page.form_owner(one.element)?;
    page.annotated_at(form)?.get("action")?.legal().map(str::to_owned)
}
