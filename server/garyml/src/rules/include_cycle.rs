use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/include-cycle",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "a file that includes itself",
    help: "What a file includes must not lead back to it: it would never be read to its end. Put what both need into a \
           third file.",
    bad: &[".Include path=common.garyml\n=== common.garyml\n.Include path=example.garyml\n"],
    good: &[".Include path=common.garyml\n=== common.garyml\n.Role: \"Cook\"\n"],
};
