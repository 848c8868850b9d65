use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/undefined-id",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "reference to an undefined block",
        help: "`@id` names the block whose parameter `id` has this value: in this file, in a file that it \
               includes, directly or through others, or in a project file, which is named `.garyml`. Ids of other \
               files of the workspace do not count. Without the block, the agent gets a name without content.",
        bad: &[
            ".Context id=notes path=notes.md\n.Execute\n  .refactor target=@note\n",
            ".Execute\n  .refactor target=@notes\n=== other.garyml\n.Context id=notes path=notes.md\n",
        ],
        good: &[
            ".Context id=notes path=notes.md\n.Execute\n  .refactor target=@notes\n",
            ".Include path=other.garyml\n.Execute\n  .refactor target=@notes\n=== other.garyml\n.Context id=notes path=notes.md\n",
            ".Execute\n  .refactor target=@notes\n=== .garyml\n.Context id=notes path=notes.md\n",
        ],
    },
    check: Check::Names,
};
