use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A new element with a ref that another one has. Found with a look at the base.
pub static RULE: Rule = Rule {
    code: "anml/reused-ref",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a diff adds an element with a ref that its base has",
    help: "What a diff adds gets new refs: one that the base has still means the element there, unless a line with `-` \
           removes that one. Give the new element the next free ref, or mark the line with `*` if it is the same element.",
    bad: &["---\ntype: diff\nbase: a.anml\n---\n+ button#e1 \"Stop\"\n=== a.anml\nbutton#e1 \"Send\"\n"],
    good: &[
        "---\ntype: diff\nbase: a.anml\n---\n+ button#e2 \"Stop\"\n=== a.anml\nbutton#e1 \"Send\"\n",
        "---\ntype: diff\nbase: a.anml\n---\n- button#e1\n+ link#e1 \"Stop\"\n=== a.anml\nbutton#e1 \"Send\"\n",
    ],
};

pub fn finding(span: Span, name: &str, path: &str) -> Diagnostic {
    RULE.at(
        span,
        format!("\"#{name}\" is an element of the base, {path}: give this one a new ref, or remove that one"),
    )
}
