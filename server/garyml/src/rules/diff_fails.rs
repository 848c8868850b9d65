use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "garyml/diff-fails",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "a diff that does not apply to its files",
    help: "The lines that a hunk keeps or removes must stand in the file, in this order and, where no line number \
           or `@@` line tells places apart, once. A file that is added must not be there yet. Paths count from the \
           document's folder, or from a folder above it in which the files are, and stay in the workspace.",
    bad: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n=== menu.md\nSalad\n",
        ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  =======\n  Stew\n  >>>>>>> REPLACE\n  \"\"\"\n=== menu.md\nSoup\nSoup\n",
    ],
    good: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n=== menu.md\nSoup\nSalad\n",
    ],
};
