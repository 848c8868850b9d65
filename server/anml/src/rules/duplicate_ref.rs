use agmark_syntax::{FixKind, Rule, Severity};

/// A ref on two elements. Found by counting definitions, over the whole document.
pub static RULE: Rule = Rule {
    code: "anml/duplicate-ref",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "two elements have the same ref",
    help: "Agents say by its ref which element they mean: `click #e1`. Each ref stands on one element of the document, \
           in a diff on one of each side: the lines with `-`, and all others. Give one of the elements another number; \
           numbers may have gaps.",
    bad: &[
        "button#e1 \"Yes\"\nbutton#e1 \"No\"\n",
        "---\ntype: diff\n---\n- button#e1 \"Yes\"\n- button#e1 \"No\"\n",
    ],
    good: &[
        "button#e1 \"Yes\"\nbutton#e2 \"No\"\n",
        "---\ntype: diff\n---\n- button#e1 \"Yes\"\n+ link#e1 \"Yes\"\n",
    ],
};
