use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::line_context::{LineContext, remove};
use crate::syntax::element::Element;
use crate::syntax::node::Kind;
use crate::vocabulary::aria;
use crate::vocabulary::{self, ROLES};

/// A role that the vocabulary does not have.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/unknown-role",
        severity: Severity::Hint,
        fix: FixKind::Offered,
        summary: "unknown role",
        help: "Roles are an open set, and tools of a field can have additional roles. A role outside the \
               vocabulary may still be a typo, and tools do not know whether agents can act on it. Some ARIA \
               roles have another name in ANML: `navigation` is `nav`, `listitem` is `item`, `heading level=2` is \
               `h2`.",
        bad: &[
            "buton#e1 \"Send\"\n",
            "browser:lnk#e1 \"Home\"\n",
            "navigation \"Main\"\n",
            "heading \"News\" level=3\n",
        ],
        good: &[
            "button#e1 \"Send\"\n",
            "browser:link#e1 \"Home\"\n",
            "nav \"Main\"\n",
            "h3 \"News\"\n",
            "progressbar \"Upload\" value=40\n",
        ],
    },
    check: Check::Element(check),
};

fn check(context: &mut LineContext<'_>, element: &Element) {
    if element.role.kind != Kind::Role {
        return;
    }
    let role = element.role.text(context.text);
    let base = vocabulary::base(role);
    if vocabulary::role(base).is_some() {
        return;
    }
    let span = Span::new(element.role.span.end as usize - base.len(), element.role.span.end as usize);
    let finding = RULE.at(span, format!("unknown role \"{base}\""));
    if let Some((role, edits)) = of_aria(context, element, base, span) {
        let message = format!("{}: use \"{role}\" in ANML", finding.message);
        let finding = Diagnostic { message, ..finding };
        return context.report(finding.suggest(format!("write \"{role}\""), edits));
    }
    // Words of two letters are all similar.
    let near = suggestion(base, ROLES.iter().map(|r| r.name), |_| false).filter(|_| base.len() > 2);
    context.report(finding.nearest(span, near));
}

/// The ANML role for an ARIA role, and the edits that write it. The level of a heading becomes a part of the role.
fn of_aria(
    context: &LineContext<'_>,
    element: &Element,
    base: &str,
    span: Span,
) -> Option<(String, Vec<Edit>)> {
    if base != "heading" {
        let role = aria::of_aria(base)?;
        return Some((role.to_owned(), vec![Edit::replace(span, role)]));
    }
    let level = element.attribute("level", context.text);
    let number = level.and_then(|level| element.value(level.value, context.text).parse().ok()).unwrap_or(2);
    let role = format!("h{}", u32::clamp(number, 1, 6));
    let mut edits = vec![Edit::replace(span, role.clone())];
    edits.extend(level.map(|level| remove(context.text, level.span())));
    Some((role, edits))
}
