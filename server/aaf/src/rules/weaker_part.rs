//! A part of an action with a lower danger or a weaker confirmation than the action.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, work};

use super::check::Check;
use super::weaker::{self, Statement};
use crate::page::{Annotated, Page, is_part_of};
use crate::vocabulary::{CONFIRMATIONS, RISKS};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/weaker-part",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "part of an action with a lower danger or a weaker confirmation than the action",
        help: "A part of an action (`seat.book.submit`) inherits the danger and the confirmation of the action. \
               If it states less, an agent that reads only the part skips a required question. Remove the \
               attribute from the part, or state the same. Parts that only leave or show something (`cancel`, \
               `close`, `reset`, `back`, `preview`) do not count.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"high\" \
               data-agent-confirm=\"required\">\n  <button data-agent-kind=\"action\" data-agent-action=\"seat.book.submit\" \
               data-agent-confirm=\"never\">Book</button>\n</form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\" data-agent-danger=\"high\" \
                data-agent-confirm=\"required\">\n  <button data-agent-kind=\"action\" \
                data-agent-action=\"seat.book.submit\">Book</button>\n</form>\n",
        ],
    },
    check: Check::Element(check),
};

/// How many actions around a part are considered.
const MAX_ACTIONS: usize = 64;

fn check(page: &Page<'_>, element: &Annotated<'_>, out: &mut Vec<Diagnostic>) {
    let name = element.get("action").and_then(|action| action.legal());
    let Some(name) = name.filter(|name| weaker::counts(name)) else { return };
    for (key, words) in [("danger", RISKS), ("confirm", CONFIRMATIONS)] {
        let own = element.get(key).and_then(|own| Some((own.legal()?, own.value_span)));
        let Some((value, span)) = own else { continue };
        let whole = page.actions_around(element.element).take(MAX_ACTIONS).find_map(|around| {
            work::add(1);
            let action = around.text("action").filter(|whole| is_part_of(name, whole))?;
            let stated = around.get(key)?;
            Some(Statement { action, value: stated.legal()?, span: stated.span })
        });
        let part = Statement { action: name, value, span };
        out.extend(whole.and_then(|whole| weaker::diagnostic(&RULE, key, words, &part, &whole)));
    }
}
