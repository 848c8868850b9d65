use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/undefined-id",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a reference to a block that there is not",
    help: "`@id` means the block whose `id` parameter says so: in this file, in one that it includes, directly or \
           not, or in a project's own file, which is named `.garyml`. Ids of other files of the workspace are \
           theirs. Without a block the agent would get a name and nothing behind it.",
    bad: &[
        ".Context id=notes path=notes.md\n.Execute\n  .refactor target=@note\n",
        ".Execute\n  .refactor target=@notes\n=== other.garyml\n.Context id=notes path=notes.md\n",
    ],
    good: &[
        ".Context id=notes path=notes.md\n.Execute\n  .refactor target=@notes\n",
        ".Include path=other.garyml\n.Execute\n  .refactor target=@notes\n=== other.garyml\n.Context id=notes path=notes.md\n",
        ".Execute\n  .refactor target=@notes\n=== .garyml\n.Context id=notes path=notes.md\n",
    ],
};
