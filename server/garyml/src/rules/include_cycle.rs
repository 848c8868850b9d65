use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/include-cycle",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "file that includes itself",
        help: "A file must not include itself, directly or through other files, because reading it would never \
               end. Move what both files need into a third file.",
        bad: &[".Include path=common.garyml\n=== common.garyml\n.Include path=example.garyml\n"],
        good: &[".Include path=common.garyml\n=== common.garyml\n.Role: \"Cook\"\n"],
    },
    check: Check::Names,
};
