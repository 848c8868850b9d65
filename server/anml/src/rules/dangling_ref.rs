use agmark_syntax::{FixKind, Rule, Severity};

/// A reference to a ref that no element has. Found by counting definitions, over the whole document.
pub static RULE: Rule = Rule {
    code: "anml/dangling-ref",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a reference to a ref that no element has",
    help: "A value such as `for=#e2`, and `expand #e2` in a summary, refer to the element with that ref in the same \
           document. Nothing has this one. If the value is meant as text, put it in quotes: `color=\"#e2\"`. In a diff \
           whose base is not known only what the diff itself removes is missing.",
    bad: &["label \"Name\" for=#e2\ntextbox#e3 \"Name\"\n", "nav\n  ~ 3 links (expand #e9)\n"],
    good: &["label \"Name\" for=#e2\ntextbox#e2 \"Name\"\n", "nav#e9\n  ~ 3 links (expand #e9)\n"],
};
