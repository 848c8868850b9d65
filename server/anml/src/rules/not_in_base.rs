use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;

/// A line of a diff that does not match its base.
pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "anml/not-in-base",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "diff line that does not match the base",
        help: "Lines with `-` and `*`, and lines without prefix that lead to a change, name elements of the base: \
               by ref, or by role, name and position. An unknown ref never matches another element. Write a new \
               ref or role with `-` and `+`. If `base` names a file of the workspace, the diff is checked against \
               it in the same way as `agmark anml patch` does, which refuses a diff that does not match.",
        bad: &[
            "---\ntype: diff\nbase: a.anml\n---\n- button#e9\n=== a.anml\nbutton#e1 \"Send\"\n",
            "---\ntype: diff\nbase: a\n---\nform \"Order\"\n  + p \"x\"\n=== a.anml\nform \"Query\"\n",
            "---\ntype: diff\nbase: a.anml\n---\n* link#e9 \"Home\"\n=== a.anml\nbutton#e1 \"Send\"\n",
            "---\ntype: diff\nbase: a.anml\n---\n* textbox#e22 \"Name\"\n=== a.anml\ntextbox#e2 \"Name\"\n",
        ],
        good: &[
            "---\ntype: diff\nbase: a.anml\n---\n- button#e1\n=== a.anml\nbutton#e1 \"Send\"\n",
            "---\ntype: diff\nbase: snapshot-42\n---\n- button#e9\n",
        ],
    },
    check: Check::CrossFile,
};

/// The diagnostic for an unknown ref; `near` is a similar ref of the base.
pub fn unknown(span: Span, name: &str, near: Option<&str>, path: &str) -> Diagnostic {
    let hint = near.map_or(String::new(), |near| format!(": did you mean \"#{near}\"?"));
    let finding = RULE.at(span, format!("unknown ref \"#{name}\" in the base, {path}{hint}"));
    match near {
        Some(near) => finding.suggest(format!("replace with \"#{near}\""), vec![Edit::replace(span, near)]),
        None => finding,
    }
}
