//! The same id on two blocks. Found by name, over the whole document.

use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "agd/duplicate-id",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "two blocks have the same id",
    help: "An id is the address of one block: an operation on an id that two blocks have would hit either. Rename one of \
           them, together with the references that mean it.",
    bad: &["@h1 Harbour [#harbour]\n\n@p Open all year. [#harbour]\n"],
    good: &["@h1 Harbour [#harbour]\n\n@p Open all year. [#opening]\n"],
};
