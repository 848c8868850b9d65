use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/missing-include",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing included file",
        help: "`.Include` inserts the directives of another file. Its `path` starts in the folder of the \
               document.",
        bad: &[".Include path=comon.garyml\n=== common.garyml\n.Role: \"Cook\"\n"],
        good: &[".Include path=common.garyml\n=== common.garyml\n.Role: \"Cook\"\n"],
    },
    check: Check::Names,
};
