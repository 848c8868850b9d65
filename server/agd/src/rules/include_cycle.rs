//! Files that include each other.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/include-cycle",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "file that includes itself",
        help: "If a file includes itself, directly or through other files, the document never ends. In one of \
               the files, replace the include with a reference: `refs=\"other.agd#id\"`.",
        bad: &[
            "@include path=example.agd\n",
            "@include path=ferries.agd\n=== ferries.agd\n@include path=example.agd\n",
        ],
        good: &[
            "@include path=ferries.agd\n=== ferries.agd\n@p See the rules. [#see refs=\"example.agd#rules\"]\n",
        ],
    },
    check: Check::Names,
};
