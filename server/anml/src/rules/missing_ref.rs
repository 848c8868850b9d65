use agmark_syntax::{Diagnostic, Document, Edit, Fix, FixKind, Rule, Severity, World};

use super::{Site, duplicate_ref, reused_ref};
use crate::element::Element;
use crate::line::Sign;
use crate::node::Kind;
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

/// The next free refs: each behind its role, or in place of one that another element has.
pub(crate) fn add_fixes(document: &Document, world: &dyn World, findings: &mut [Diagnostic]) {
    let is_missing = |finding: &Diagnostic| finding.rule == &RULE;
    let is_taken = |finding: &Diagnostic| [&duplicate_ref::RULE, &reused_ref::RULE].contains(&finding.rule);
    let mut missing = findings.iter_mut().filter(|f| is_missing(f) || is_taken(f)).peekable();
    if missing.peek().is_none() {
        return;
    }
    for (next, finding) in (crate::ide::next_ref(document, world)..).zip(missing) {
        let (title, edit) = if is_missing(finding) {
            let edit = Edit::insert(finding.span.end as usize, format!("#e{next}"));
            (format!("add the next free ref, \"#e{next}\""), edit)
        } else {
            let edit = Edit::replace(finding.span, format!("e{next}"));
            (format!("give this element the next free ref, \"#e{next}\""), edit)
        };
        finding.fixes.push(Fix::offered(title, vec![edit]));
    }
}
