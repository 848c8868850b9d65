//! More than one element where a runtime looks for one.

use std::collections::BTreeMap;

use agmark_syntax::{Diagnostic, Rule, Severity, Span};

use crate::page::{Annotated, Page};
use crate::resolve::{self, Nested, Wanted, wanted};

pub static RULE: Rule = Rule {
    code: "aaf/ambiguous",
    severity: Severity::Warning,
    summary: "a field or a status of an action is found more than once",
    help: "A runtime looks in the action's element first, then for `data-agent-for-action` in the whole document \
           (6.1.1). Where a step finds more than one, it takes the first and warns, or refuses. Give each a name of its \
           own, or annotate the element around them. Who wants runtimes in strict mode sets \
           `\"aaf/ambiguous\" = \"error\"`. In components, and between the marks of a template, elements that are only \
           there under a condition do not count.",
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
};

/// What stands between elements of which a template writes one.
const CONTROLS: &[&str] =
    &["{%", "<%", "<?", "{{#", "{{^", "{{else", "{{ else", "{{if", "{{ if", "{{range", "{{ range"];

pub fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    let mut told: Vec<usize> = Vec::new();
    for action in resolve::actions(page).keys() {
        for instance in resolve::instances(page, action) {
            let mut found: BTreeMap<Wanted<'_>, Vec<&Annotated<'_>>> = BTreeMap::new();
            for one in resolve::inside(page, instance) {
                if let Some(wanted) = wanted(one) {
                    found.entry(wanted).or_default().push(one);
                }
            }
            for (wanted, matches) in found {
                report(
                    page,
                    action,
                    wanted,
                    "stand in it",
                    &certain(page, instance, matches),
                    &mut told,
                    out,
                );
            }
        }
    }
    for (action, tied) in tied(page) {
        let nested = Nested::of(page, action);
        for (wanted, matches) in tied {
            if matches.len() > 1 && !nested.always(wanted) {
                report(page, action, wanted, "name it", &certain(page, usize::MAX, matches), &mut told, out);
            }
        }
    }
}

/// Elements that name an action, by what they are to be found as.
type Tied<'p, 'a> = BTreeMap<Wanted<'p>, Vec<&'p Annotated<'a>>>;

/// The elements with `data-agent-for-action`, by the action that they name.
pub fn tied<'p, 'a>(page: &'p Page<'a>) -> BTreeMap<&'p str, Tied<'p, 'a>> {
    let mut tied: BTreeMap<&str, Tied<'p, 'a>> = BTreeMap::new();
    for one in &page.annotated {
        if let (Some(action), Some(wanted)) = (one.text("for-action"), wanted(one)) {
            tied.entry(action).or_default().entry(wanted).or_default().push(one);
        }
    }
    tied
}

/// Those of some elements that are always there together.
fn certain<'p, 'a>(
    page: &Page<'_>,
    instance: usize,
    matches: Vec<&'p Annotated<'a>>,
) -> Vec<&'p Annotated<'a>> {
    let mut before = None;
    let conditional = |one: &Annotated<'_>, before: Option<usize>| {
        let own = page.element(one).is_some_and(|element| element.conditional);
        let around = page.dom.ancestors(one.element).take_while(|(index, _)| *index != instance);
        let start = page.element(one).map_or(0, |element| element.span.start);
        let between = before.and_then(|before| page.text.get(before..start)).unwrap_or("");
        own || around.into_iter().any(|(_, element)| element.conditional)
            || CONTROLS.iter().any(|control| between.contains(control))
    };
    matches
        .into_iter()
        .filter(|one| {
            let certain = !conditional(one, before);
            before = page.element(one).map(|element| element.span.start);
            certain
        })
        .collect()
}

fn report(
    page: &Page<'_>,
    action: &str,
    wanted: Wanted<'_>,
    how: &str,
    matches: &[&Annotated<'_>],
    told: &mut Vec<usize>,
    out: &mut Vec<Diagnostic>,
) {
    if matches.len() < 2 {
        return;
    }
    let what = match wanted {
        Wanted::Field(name) => format!("field \"{name}\""),
        Wanted::Status => "status".to_owned(),
    };
    let lines: Vec<_> = matches.iter().map(|one| line(page, span(one))).collect();
    for (number, one) in matches.iter().enumerate() {
        if told.contains(&one.element) {
            continue;
        }
        told.push(one.element);
        let which = if number == 0 { "this is the one that is taken" } else { "this one is never taken" };
        let message =
            format!("{what} of action \"{action}\" is ambiguous: {} elements {how}, {which}", matches.len());
        let mut finding = RULE.at(span(one), message);
        // Of a long list, enough to see what is meant.
        let others = matches.iter().enumerate().filter(|(other, _)| *other != number).take(20);
        for (other, element) in others {
            let at = lines.get(other).copied().unwrap_or_default();
            finding = finding.related(span(element), format!("also {what}, line {at}"));
        }
        out.push(finding);
    }
}

/// The annotation that says what the element is.
fn span(one: &Annotated<'_>) -> Span {
    one.get("field").or_else(|| one.get("kind")).map_or(Span::default(), |annotation| annotation.span)
}

fn line(page: &Page<'_>, span: Span) -> usize {
    let before = page.text.get(..span.range().start).unwrap_or("");
    memchr::memchr_iter(b'\n', before.as_bytes()).count() + 1
}
