//! Kinds that need another annotation beside them.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use super::unmarked_link::is_router_link;
use crate::page::{Annotated, Owner, Page};
use crate::vocabulary::PREFIX;
use crate::vocabulary::patterns::Pattern;

pub static RULE: Rule = Rule {
    code: "aaf/missing-companion",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "an element of a kind lacks the annotation that goes with it",
    help: "An action is found by `data-agent-action` and a field by `data-agent-field` (6.1.1): without them no \
           agent ever finds the element, which is an error. A link that is no `<a>` says with `data-agent-page` \
           where it leads (a warning; an error if it has no address at all), a status with `data-agent-output` what it shows (a hint).",
    bad: &[
        "<button data-agent-kind=\"action\">Empty the cart</button>\n",
        "<select data-agent-kind=\"field\" name=\"shipTo\"></select>\n",
        "<button data-agent-kind=\"link\">Orders</button>\n",
    ],
    good: &[
        "<button data-agent-kind=\"action\" data-agent-action=\"cart.empty\">Empty the cart</button>\n",
        "<select data-agent-kind=\"field\" name=\"shipTo\" data-agent-field=\"ship_to\"></select>\n",
    ],
};

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    for element in page.annotated.iter().filter(|one| !one.uncertain) {
        let Some(kind) = element.get("kind") else { continue };
        let (companion, severity, why) = match kind.legal() {
            Some("action") => ("action", Severity::Error, "an action without a name cannot be found"),
            Some("field") => ("field", Severity::Error, "a field without a name cannot be found"),
            Some("status") => ("output", Severity::Hint, "it says what the status is of"),
            Some("link")
                if !page.tag(element).eq_ignore_ascii_case("a")
                    && !page.element(element).is_some_and(|one| is_router_link(page, one)) =>
            {
                // Without any address nobody can follow it.
                let leads = guess(page, element, "page").is_some();
                let severity = if leads { Severity::Warning } else { Severity::Error };
                ("page", severity, "a link that is no <a> says with it where it leads")
            }
            _ => continue,
        };
        // One that is misspelt has a finding of its own.
        let misspelt = |name| super::unknown_attribute::suggestion(name) == Some(companion);
        if element.has(companion)
            || element.annotations.iter().any(|one| one.known.is_none() && misspelt(one.name))
        {
            continue;
        }
        let message = match kind.implied {
            true => format!("<{}> without {companion}: {why}", page.tag(element)),
            false => {
                format!(
                    "data-agent-kind=\"{}\" without data-agent-{companion}: {why}",
                    kind.legal().unwrap_or("")
                )
            }
        };
        let mut finding = RULE.at(kind.span, message);
        finding.severity = severity;
        if let Some(value) = guess(page, element, companion) {
            let prefix = if kind.implied { "" } else { PREFIX };
            let added = format!("{prefix}{companion}=\"{value}\"");
            let edit = Edit::insert(kind.span.range().end, format!(" {added}"));
            finding = finding.suggest(format!("add {added}"), vec![edit]);
        }
        out.push(finding);
    }
}

/// The value that the element's other attributes suggest.
fn guess(page: &Page<'_>, element: &Annotated<'_>, companion: &str) -> Option<String> {
    let written = |name: &str| {
        let value = page.element(element)?.attribute(page.text, name)?;
        (!value.is_empty() && !crate::syntax::template::is_dynamic(value)).then_some(value)
    };
    let fitted = |pattern: Pattern, value: &str| match pattern.fits(value) {
        true => Some(value.to_owned()),
        false => pattern.repaired(value),
    };
    match companion {
        "field" => ["name", "id", "aria-label", "placeholder"]
            .into_iter()
            .find_map(|name| fitted(Pattern::Field, written(name)?)),
        "action" => ["id", "name"].into_iter().find_map(|name| fitted(Pattern::Action, written(name)?)),
        "output" => match page.owner(element) {
            Owner::Action(action) => Some(format!("{action}.status")),
            Owner::Unknown | Owner::Nobody => None,
        },
        "page" => {
            ["href", "to", "data-href"].into_iter().find_map(|name| fitted(Pattern::Page, written(name)?))
        }
        _ => None,
    }
}
