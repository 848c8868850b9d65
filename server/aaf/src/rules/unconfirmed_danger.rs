//! High danger without confirmation.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::page::{Annotated, Page, Value};
use crate::risk::guards::guard;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unconfirmed-danger",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "`data-agent-danger=\"high\"` without `data-agent-confirm=\"required\"`",
        help: "The user must agree before an agent does something that cannot be undone. The confirmation may be \
               on the element or on the action that it belongs to.",
        bad: &[
            "<button data-agent-kind=\"action\" data-agent-action=\"account.close\" \
             data-agent-danger=\"high\">Close</button>\n",
            "<button data-agent-kind=\"action\" data-agent-action=\"account.close\" data-agent-danger=\"high\" \
             data-agent-confirm=\"optional\">Close</button>\n",
        ],
        good: &[
            "<button data-agent-kind=\"action\" data-agent-action=\"account.close\" data-agent-danger=\"high\" \
             data-agent-confirm=\"required\">Close</button>\n",
        ],
    },
    check: Check::Element(check),
};

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    out.extend(unconfirmed(page, element));
}

fn unconfirmed(page: &Page<'_>, one: &Annotated<'_>) -> Option<Diagnostic> {
    let danger = one.get("danger").filter(|_| one.text("danger") == Some("high") && !one.uncertain)?;
    let guarding = guard(page, one.element, "confirm");
    let confirm = guarding.and_then(|guarding| guarding.get("confirm"));
    let written = match confirm.map(|confirm| &confirm.value) {
        Some(Value::Dynamic) => return None,
        Some(Value::Text(text)) => Some(text.as_ref()),
        None => None,
    };
    // An unknown word has its own diagnostic.
    if written == Some("required") || confirm.is_some_and(|confirm| confirm.legal().is_none()) {
        return None;
    }
    let own = confirm.filter(|_| one.has("confirm"));
    let (message, edit) = match (written, own) {
        (Some(policy), Some(confirm)) => (
            format!("high danger with confirmation \"{policy}\": expected \"required\""),
            Edit::replace(confirm.value_span, "required"),
        ),
        _ => {
            let name = name(page, one, "confirm");
            let problem = match written {
                Some(policy) => format!("but the action around it has confirmation \"{policy}\""),
                None => "without confirmation".to_owned(),
            };
            let message = format!("high danger {problem}: add {name}=\"required\"");
            (message, Edit::insert(danger.span.range().end, format!(" {name}=\"required\"")))
        }
    };
    let title = format!("set {}=\"required\"", name(page, one, "confirm"));
    // The fix changes what an agent may do without asking, so the user must decide.
    Some(RULE.at(danger.span, message).suggest(title, vec![edit]))
}

/// The name of an annotation as the element writes it: components have props.
fn name(page: &Page<'_>, one: &Annotated<'_>, name: &str) -> String {
    let props = one.get("danger").is_some_and(|danger| danger.name_span.text(page.text) == "danger");
    if props { name.to_owned() } else { format!("data-agent-{name}") }
}
