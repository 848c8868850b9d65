use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

/// A line of a diff that does not fit its base. Found by applying the diff.
pub static RULE: Rule = Rule {
    code: "anml/not-in-base",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a line of a diff does not fit the base",
    help: "Lines with `-` and `*`, and those without prefix that lead to a change, mean elements of the base: by their \
           refs, else by role, name and place. An unknown ref never means another element; a new ref or role is written \
           with `-` and `+`. Where `base` names a file of the workspace, the diff is applied to it, as `agmark anml \
           patch` does, which refuses a diff that does not fit.",
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
};

/// `near` is a ref of the base that may have been meant.
pub fn unknown(span: Span, name: &str, near: Option<&str>, path: &str) -> Diagnostic {
    let hint = near.map_or(String::new(), |near| format!(": did you mean \"#{near}\"?"));
    let finding = RULE.at(span, format!("the base, {path}, has no element \"#{name}\"{hint}"));
    match near {
        Some(near) => finding.suggest(format!("replace by \"#{near}\""), vec![Edit::replace(span, near)]),
        None => finding,
    }
}
