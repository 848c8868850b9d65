use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

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
