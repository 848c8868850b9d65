use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/undefined-bare-id",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "a word that looks like a reference to a block that there is not",
    help: "The parameters `input`, `diff`, `context`, `target` and `targets` name blocks. A bare word there is \
           taken for an id; if it is none, quotes say so.",
    bad: &[".Execute\n  .test target=everything\n"],
    good: &[".Execute\n  .test target=\"everything\"\n"],
};
