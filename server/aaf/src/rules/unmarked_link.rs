//! A router link that agents do not see.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::edit::annotate;
use crate::page::Page;
use crate::syntax::html::Element;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "aaf/unmarked-link",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "router link without `data-agent-kind=\"link\"` in a component",
        help: "`Link`, `RouterLink`, `NavLink`, `NuxtLink` and similar components with `to` or `href` lead to \
               another page of the site. The kind `link` tells agents that they can go there. Only components \
               with annotations are checked.",
        bad: &[concat!(
            "=== src/Menu.jsx\n",
            "export const Menu = () => (\n  <nav data-agent-kind=\"collection\">\n",
            "    <Link to=\"/seats\">Seats</Link>\n  </nav>\n);\n"
        )],
        good: &[concat!(
            "=== src/Menu.jsx\n",
            "export const Menu = () => (\n  <nav data-agent-kind=\"collection\">\n",
            "    <Link to=\"/seats\" data-agent-kind=\"link\">Seats</Link>\n  </nav>\n);\n"
        )],
    },
    check: Check::Page(check),
};

/// Attributes for the target of a link.
const TARGETS: [&str; 4] = ["to", ":to", "href", ":href"];

/// Whether an element is a component that becomes an `<a>` and has a target.
pub fn is_router_link(page: &Page<'_>, element: &Element) -> bool {
    element.becomes == Some("a") && TARGETS.iter().any(|name| element.attribute(page.text, name).is_some())
}

fn check(page: &Page<'_>, out: &mut Vec<Diagnostic>) {
    if !page.source.is_component() || !page.has_annotations() {
        return;
    }
    for (index, element) in page.dom.elements.iter().enumerate() {
        let text = page.text;
        if !is_router_link(page, element) || element.tag.dynamic || page.context(index).ignored {
            continue;
        }
        if page.annotated_at(index).is_some_and(|one| one.has("kind")) {
            continue;
        }
        let name = element.name(text);
        let message = format!("<{name}> without data-agent-kind=\"link\": agents do not see the link");
        let mut finding = RULE.at(element.tag.name.clone().into(), message);
        if let Some((edit, title)) = annotate::link(page, index) {
            finding = finding.suggest(title, vec![edit]);
        }
        out.push(finding);
    }
}
