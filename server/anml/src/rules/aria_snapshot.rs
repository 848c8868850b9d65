use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity, Span};

use super::check::Check;

/// An ARIA snapshot instead of ANML.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/aria-snapshot",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "ARIA snapshot instead of ANML",
        help: "Browser tools print lines such as `- link \"Home\" [ref=e1]:`. In ANML the same line is `link#e1 \
               \"Home\"`: no dash, no colon, the ref after the role, headings as `h1` to `h6`. Convert the \
               document. The other lines of the snapshot are not checked. In a diff, with `type: diff` in the \
               front matter, a dash removes an element.",
        bad: &["- link \"Home\" [ref=e1]\n", "- banner:\n  - heading \"Shop\" [level=1]\n"],
        good: &[
            "link#e1 \"Home\"\n",
            "banner\n  h1 \"Shop\"\n",
            "---\ntype: diff\n---\n- dialog \"Cookies\"\n",
        ],
    },
    check: Check::Reader,
};

/// The diagnostic of a document, on the first line of a snapshot.
pub fn diagnostic(span: Span) -> Diagnostic {
    let message = "ARIA snapshot instead of ANML: convert the document (`- link \"Home\" [ref=e1]` becomes `link#e1 \"Home\"`)";
    RULE.at(span, message)
}
