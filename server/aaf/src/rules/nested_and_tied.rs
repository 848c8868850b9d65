//! A `data-agent-for-action` that an element inside the action makes useless.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::ambiguous::tied;
use super::check::Check;
use crate::page::resolve::{FieldOrStatus, Nested};
use crate::page::{Annotated, Page, is_part_of};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/nested-and-tied",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`data-agent-for-action` without effect: a nested element comes first",
        help: "A runtime searches the action's element first, and looks for `data-agent-for-action` only if it \
               finds nothing there (6.1.1). If the action's element already has the field, an element elsewhere \
               that names the action is never found. An element inside one action that names another action \
               belongs to both, and to the action around it first.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\">\n</form>\n<input data-agent-kind=\"field\" data-agent-field=\"row\" \
             data-agent-for-action=\"seat.book\">\n",
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\" data-agent-for-action=\"seat.free\">\n</form>\n<button data-agent-kind=\"action\" \
             data-agent-action=\"seat.free\">Free</button>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\">\n</form>\n",
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\"></form>\n<input data-agent-kind=\"field\" \
             data-agent-field=\"row\" data-agent-for-action=\"seat.free\">\n<button data-agent-kind=\"action\" \
             data-agent-action=\"seat.free\">Free</button>\n",
        ],
    },
    check: Check::Page(check),
};

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for (action, tied) in tied(page) {
        let nested = Nested::of(page, action);
        for (wanted, elements) in tied {
            let inside = nested.matches(wanted);
            for one in elements.into_iter().filter(|one| inside.binary_search(&one.element).is_err()) {
                if nested.always(wanted) {
                    out.extend(never_found(page, action, wanted, one, inside.first().copied()));
                } else {
                    out.extend(elsewhere(page, action, one));
                }
            }
        }
    }
}

fn never_found(
    page: &Page<'_>,
    action: &str,
    wanted: FieldOrStatus<'_>,
    one: &Annotated<'_>,
    nested: Option<usize>,
) -> Option<Diagnostic> {
    let tie = one.get("for-action")?;
    let what = match wanted {
        FieldOrStatus::Field(name) => format!("field \"{name}\""),
        FieldOrStatus::Status => "a status".to_owned(),
    };
    let message = format!("never found: the element of action \"{action}\" has {what}, which comes first");
    let mut finding = RULE.at(tie.span, message);
    if let Some(winner) = nested.and_then(|index| page.dom.elements.get(index)) {
        finding = finding.related(winner.tag.span.clone().into(), "runtimes find this one");
    }
    Some(finding)
}

/// An element in another action than the one that it names.
fn elsewhere(page: &Page<'_>, action: &str, one: &Annotated<'_>) -> Option<Diagnostic> {
    let tie = one.get("for-action")?;
    let around = page.actions_around(one.element).next()?;
    let owner = around.get("action").and_then(|owner| owner.legal())?;
    if owner == action || is_part_of(owner, action) || is_part_of(action, owner) {
        return None;
    }
    let message = format!(
        "element in action \"{owner}\" that names \"{action}\": runtimes find it for both; move it out of \"{owner}\", or \
         remove {}",
        tie.name_span.text(page.text)
    );
    let start = page.text[..tie.span.range().start].trim_end().len();
    let gone = Edit::delete(agmark_syntax::Span::new(start, tie.span.range().end));
    let title = format!("remove {}", tie.name_span.text(page.text));
    Some(
        RULE.at(tie.span, message)
            .related(around.get("action")?.span, "the action around it")
            .suggest(title, vec![gone]),
    )
}
