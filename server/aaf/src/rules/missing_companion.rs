//! A kind without the annotation that it needs.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::unknown_attribute;
use super::unmarked_link::is_router_link;
use crate::page::{Annotated, Owner, Page};
use crate::vocabulary::PREFIX;
use crate::vocabulary::patterns::Pattern;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/missing-companion",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing annotation that the kind of the element needs",
        help: "Agents find an action by `data-agent-action` and a field by `data-agent-field` (6.1.1). Without \
               these attributes they never find the element, so this is an error. A link that is not an `<a>` \
               needs `data-agent-page` for its target: a warning, or an error if it has no address at all. A \
               status should name its output in `data-agent-output`: a hint.",
        bad: &[
            "<button data-agent-kind=\"action\">Empty the cart</button>\n",
            "<select data-agent-kind=\"field\" name=\"shipTo\"></select>\n",
            "<button data-agent-kind=\"link\">Orders</button>\n",
        ],
        good: &[
            "<button data-agent-kind=\"action\" data-agent-action=\"cart.empty\">Empty the cart</button>\n",
            "<select data-agent-kind=\"field\" name=\"shipTo\" data-agent-field=\"ship_to\"></select>\n",
        ],
    },
    check: Check::Element(check),
};

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    let Some(kind) = element.get("kind").filter(|_| !element.uncertain) else { return };
    let (companion, severity, why) = match kind.legal() {
        Some("action") => ("action", Severity::Error, "agents cannot find an action without a name"),
        Some("field") => ("field", Severity::Error, "agents cannot find a field without a name"),
        Some("status") => ("output", Severity::Hint, "it names the output that the status shows"),
        Some("link")
            if !page.tag(element).eq_ignore_ascii_case("a")
                && !page.element(element).is_some_and(|one| is_router_link(page, one)) =>
        {
            // Without any address, agents cannot follow it.
            let leads = guess(page, element, "page").is_some();
            let severity = if leads { Severity::Warning } else { Severity::Error };
            ("page", severity, "a link that is not an <a> needs it for its target")
        }
        _ => return,
    };
    if element.has(companion) || unknown_attribute::has_misspelt(element, companion) {
        return;
    }
    let message = match kind.implied {
        true => format!("<{}> without {companion}: {why}", page.tag(element)),
        false => {
            let kind = kind.legal().unwrap_or("");
            format!("data-agent-kind=\"{kind}\" without data-agent-{companion}: {why}")
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
            Owner::Unknown | Owner::NoAction => None,
        },
        "page" => {
            ["href", "to", "data-href"].into_iter().find_map(|name| fitted(Pattern::Page, written(name)?))
        }
        _ => None,
    }
}
