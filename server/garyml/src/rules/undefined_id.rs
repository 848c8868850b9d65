use agmark_syntax::{Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/undefined-id",
    severity: Severity::Error,
    summary: "a reference to a block that there is not",
    help: "`@id` means the block whose `id` parameter says so, in this file, in one that it includes, or in \
           the project's own file. Without it the agent would get a name and nothing behind it.",
    bad: &[".Context id=notes path=notes.md\n.Execute\n  .refactor target=@note\n"],
    good: &[".Context id=notes path=notes.md\n.Execute\n  .refactor target=@notes\n"],
};
