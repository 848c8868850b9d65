use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/duplicate-command",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a command that is defined twice",
    help: "The documentation defines each command once, so that it is clear what it does and which parameters \
           it takes.",
    bad: &[
        ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n    .build: \"Builds it all\"\n",
    ],
    good: &[
        ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n    .rebuild: \"Builds it all\"\n",
    ],
};
