use agmark_syntax::{FixKind, Rule, Severity};

use super::site::Site;
use crate::syntax::element::Element;
use crate::syntax::line::Sign;
use crate::syntax::node::Kind;
use crate::vocabulary;

/// An interactive element that nobody can name.
pub static RULE: Rule = Rule {
    code: "anml/missing-ref",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an interactive element has no ref",
    help: "Agents act on elements by their refs. A button, link or field without one can be seen, but not used. Write \
           a ref after the role, with a number that the document does not have yet: `button#e7`.",
    bad: &["button \"Send\"\n", "form\n  textbox \"Name\" [required]\n"],
    good: &["button#e1 \"Send\"\n", "form\n  textbox#e1 \"Name\" [required]\n"],
};

pub(super) fn check(site: &mut Site<'_>, element: &Element) {
    if element.reference.is_some() || element.role.kind != Kind::Role {
        return;
    }
    // There is one in brackets: that is said of the brackets, with the fix.
    if element.others().any(|part| part.kind == Kind::BadState && part.text(site.text).contains("ref=")) {
        return;
    }
    // What a diff removes is nothing to act on.
    if site.body.head.sign == Some(Sign::Removed) {
        return;
    }
    let role = element.role.text(site.text);
    if vocabulary::is_interactive(vocabulary::base(role)) {
        let message = format!("\"{role}\" is interactive and needs a ref, such as \"{role}#e1\"");
        site.report(RULE.at(element.role.span, message));
    }
}
