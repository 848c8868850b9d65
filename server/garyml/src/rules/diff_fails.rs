use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-fails",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "diff that does not apply to its files",
        help: "The file must contain the lines that a hunk keeps or removes, in this order. If no line number and \
               no `@@` line identifies the place, they must occur only once. A file that a diff adds must not \
               exist yet. Paths start in the folder of the document, or in a folder above it that contains the \
               files. They must stay in the workspace.",
        bad: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n=== menu.md\nSalad\n",
            ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  =======\n  Stew\n  >>>>>>> REPLACE\n  \"\"\"\n=== menu.md\nSoup\nSoup\n",
        ],
        good: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n=== menu.md\nSoup\nSalad\n",
        ],
    },
    check: Check::CrossFile,
};
