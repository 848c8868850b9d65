use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/unknown-command",
    severity: Severity::Information,
    fix: FixKind::Offered,
    summary: "a command that neither the documentation defines nor every host has",
    help: "Where the `.Documentation` of any file of the workspace defines commands, one that none of them knows may \
           be a slip of the pen. `refactor`, `test`, `applyPatch`, `help`, `log` and `scaffold` need no definition.",
    bad: &[
        ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n.Execute\n  .biuld\n",
    ],
    good: &[
        ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n.Execute\n  .build\n  .test\n",
    ],
};
