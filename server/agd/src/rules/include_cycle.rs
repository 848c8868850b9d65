//! Files that include each other. Found with a look at what they include.

use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "agd/include-cycle",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a file includes itself",
    help: "A document that is a part of itself, directly or by way of others, has no end. One of the files on the way has \
           to refer instead of include: `refs=\"other.agd#id\"`.",
    bad: &[
        "@include path=example.agd\n",
        "@include path=ferries.agd\n=== ferries.agd\n@include path=example.agd\n",
    ],
    good: &[
        "@include path=ferries.agd\n=== ferries.agd\n@p See the rules. [#see refs=\"example.agd#rules\"]\n",
    ],
};
