use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/diff-file",
    severity: Severity::Hint,
    fix: FixKind::None,
    summary: "a diff of a file that is not there",
    help: "The file that a diff changes is looked for in the document's folder and in the folders above it, up to \
           the workspace's. Without it nobody can say whether the diff applies.",
    bad: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
    ],
    good: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n=== menu.md\nSoup\n",
    ],
};
