//! Several elements where a runtime looks for one.

use std::collections::{BTreeMap, HashSet};

use agmark_schema::shown;
use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span, work};

use super::check::Check;
use crate::page::conditions::Conditions;
use crate::page::resolve::{FieldOrStatus, Nested, field_or_status};
use crate::page::{Annotated, Page};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/ambiguous",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "ambiguous field or status: several elements match",
        help: "A runtime searches the action's element first, then the whole document for \
               `data-agent-for-action` (6.1.1). If a step finds several elements, the runtime uses the first one \
               and warns, or refuses. Give each element its own name, or annotate the element around them. To \
               match runtimes in strict mode, set `\"aaf/ambiguous\" = \"error\"`. Elements that a component or \
               a template shows only under a condition do not count.",
        bad: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\">\n  <input data-agent-kind=\"field\" data-agent-field=\"row\">\n</form>\n",
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <p data-agent-kind=\"status\" \
             data-agent-output=\"seat\"></p>\n  <p data-agent-kind=\"status\" data-agent-output=\"price\"></p>\n</form>\n",
        ],
        good: &[
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <input data-agent-kind=\"field\" \
             data-agent-field=\"row\">\n  <input data-agent-kind=\"field\" data-agent-field=\"seat\">\n</form>\n",
            "<form data-agent-kind=\"action\" data-agent-action=\"seat.book\">\n  <p data-agent-kind=\"status\" \
             data-agent-output=\"seat\"></p>\n  <p data-agent-kind=\"result\" data-agent-output=\"price\"></p>\n</form>\n",
        ],
    },
    check: Check::Page(check),
};

/// How many other elements a diagnostic points to.
const RELATED: usize = 20;

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    let mut report = Reporter { conditions: Conditions::of(page), told: HashSet::new(), out };
    for (action, instances) in page.instances().iter() {
        for &instance in instances {
            let mut found: BTreeMap<FieldOrStatus<'_>, Vec<&Annotated<'_>>> = BTreeMap::new();
            let nested = page.instances().nested(instance).iter();
            for one in nested.filter_map(|number| page.annotated.get(*number)) {
                if let Some(wanted) = field_or_status(one) {
                    found.entry(wanted).or_default().push(one);
                }
            }
            for (wanted, matches) in found {
                report.matches(action, wanted, "in it match", Some(instance), matches);
            }
        }
    }
    for (action, tied) in tied(page) {
        let nested = Nested::of(page, action);
        for (wanted, matches) in tied {
            if !nested.always(wanted) {
                report.matches(action, wanted, "that name it match", None, matches);
            }
        }
    }
}

/// The elements that name an action, by field or status.
type TiedElements<'p, 'a> = BTreeMap<FieldOrStatus<'p>, Vec<&'p Annotated<'a>>>;

/// The elements with `data-agent-for-action`, by the action that they name.
pub fn tied<'p, 'a>(page: &'p Page<'a>) -> BTreeMap<&'p str, TiedElements<'p, 'a>> {
    let mut tied: BTreeMap<&str, TiedElements<'p, 'a>> = BTreeMap::new();
    for one in &page.annotated {
        if let (Some(action), Some(wanted)) = (one.text("for-action"), field_or_status(one)) {
            tied.entry(action).or_default().entry(wanted).or_default().push(one);
        }
    }
    tied
}

struct Reporter<'p, 'a, 'o> {
    conditions: Conditions<'p, 'a>,
    /// The elements that were reported.
    told: HashSet<usize>,
    out: &'o mut Vec<Diagnostic>,
}

impl Reporter<'_, '_, '_> {
    /// Reports elements of which a runtime expects one; `instance` is the element around them.
    fn matches(
        &mut self,
        action: &str,
        wanted: FieldOrStatus<'_>,
        how: &str,
        instance: Option<usize>,
        matches: Vec<&Annotated<'_>>,
    ) {
        work::add(matches.len());
        if matches.len() < 2 {
            return;
        }
        let elements: Vec<usize> = matches.iter().map(|one| one.element).collect();
        let certain: HashSet<usize> = self.conditions.certain(instance, &elements).into_iter().collect();
        let matches: Vec<_> = matches.into_iter().filter(|one| certain.contains(&one.element)).collect();
        if matches.len() < 2 {
            return;
        }
        let what = match wanted {
            FieldOrStatus::Field(name) => format!("field \"{}\"", shown(name)),
            FieldOrStatus::Status => "status".to_owned(),
        };
        let action = shown(action);
        for (number, one) in matches.iter().enumerate() {
            if !self.told.insert(one.element) {
                continue;
            }
            let which = if number == 0 { "runtimes use this one" } else { "runtimes never use this one" };
            let count = matches.len();
            let message =
                format!("{what} of action \"{action}\" is ambiguous: {count} elements {how}, {which}");
            let mut finding = RULE.at(span(one), message);
            // A long list is cut.
            let others = matches.iter().take(RELATED + 1).enumerate().filter(|(other, _)| *other != number);
            for (_, element) in others.take(RELATED) {
                finding = finding.related(span(element), format!("also {what}"));
            }
            self.out.push(finding);
        }
    }
}

/// The annotation that says what the element is.
fn span(one: &Annotated<'_>) -> Span {
    one.get("field").or_else(|| one.get("kind")).map_or(Span::default(), |annotation| annotation.span)
}
