//! An `@include` of a file that is not there. Found with a look at the folder.

use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "agd/missing-include",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an `@include` of a file that is not there",
    help: "`path=` is relative to the folder of the file with the `@include`. Whoever puts the document together stops \
           here, or leaves the part out.",
    bad: &["@include path=feries.agd\n=== ferries.agd\n@h2 Ferries\n"],
    good: &["@include path=ferries.agd\n=== ferries.agd\n@h2 Ferries\n"],
};
