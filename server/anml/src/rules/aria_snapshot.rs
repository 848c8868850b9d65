use agmark_syntax::{Diagnostic, Document, Edit, Fix, FixKind, Rule, Severity, Span};

use crate::aria;
use crate::stream::is_aria;

/// An ARIA snapshot instead of ANML.
pub static RULE: Rule = Rule {
    code: "anml/aria-snapshot",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "the document is an ARIA snapshot",
    help: "Lines such as `- link \"Home\" [ref=e1]:` are what browser tools print. In ANML the same line is \
           `link#e1 \"Home\"`: no dash, no colon, the ref after the role, headings as `h1` to `h6`. Convert the \
           document; nothing more is said of its lines. In a diff, with `type: diff` in the front matter, a dash \
           removes an element.",
    bad: &["- link \"Home\" [ref=e1]\n", "- banner:\n  - heading \"Shop\" [level=1]\n"],
    good: &["link#e1 \"Home\"\n", "banner\n  h1 \"Shop\"\n", "---\ntype: diff\n---\n- dialog \"Cookies\"\n"],
};

/// The one finding of a document, on the first line that is none of ANML.
pub fn finding(span: Span) -> Diagnostic {
    let message = "an ARIA snapshot is not ANML: convert the document, - link \"Home\" [ref=e1] becomes link#e1 \"Home\"";
    RULE.at(span, message)
}

/// Larger snapshots are converted by the command line, in bytes: editors ask for fixes after each keystroke.
const LARGEST: usize = 1 << 20;

/// The document converted, or, where the rest of it is ANML, the line.
pub(crate) fn add_fixes(document: &Document, findings: &mut [Diagnostic]) {
    let text = document.text();
    for finding in findings.iter_mut().filter(|f| f.rule == &RULE && text.len() <= LARGEST) {
        let all = text.slice(0..text.len());
        let (title, span) = if is_aria(&all) {
            ("convert the document to ANML", Span::new(0, text.len()))
        } else {
            let range = text.line_range(text.line_of(finding.span.start as usize));
            ("convert the line to ANML", Span::new(range.start, finding.span.end as usize))
        };
        let source = span.text(&all);
        let made = if span.len() == all.len() {
            aria::convert(source)
        } else {
            let indent = &source[..source.len() - source.trim_start().len()];
            format!("{indent}{}", aria::convert(source).trim())
        };
        finding.fixes.push(Fix::offered(title, vec![Edit::replace(span, made)]));
    }
}
