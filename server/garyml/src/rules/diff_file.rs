use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-file",
        severity: Severity::Hint,
        fix: FixKind::None,
        summary: "diff of a file that does not exist",
        help: "The file of a diff is searched for in the folder of the document and in the folders above it, up \
               to the folder of the workspace. Without the file, the diff cannot be checked.",
        bad: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
        ],
        good: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n=== menu.md\nSoup\n",
        ],
    },
    check: Check::CrossFile,
};
