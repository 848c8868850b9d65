use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use super::diffs;
use crate::diff::ProblemKind;
use crate::syntax::structure::{Header, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/diff-untidy",
    severity: Severity::Warning,
    fix: FixKind::Automatic,
    summary: "a diff that other tools will refuse",
    help: "A hunk's header counts its lines, a patch has a first and a last line, a new file's lines begin with `+`. \
           Where this is not so the diff is read all the same, but other tools are stricter.",
    bad: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1,5 +1 @@\n  -Soup\n  +Stew\n  ```\n",
        ".Diff id=fix format=v4a\n  \"\"\"\n  *** Update File: menu.md\n  -Soup\n  +Stew\n  *** End Patch\n  \"\"\"\n",
    ],
    good: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
        ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Update File: menu.md\n  -Soup\n  +Stew\n  *** End Patch\n  \"\"\"\n",
    ],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    diffs::say(structure, header, ProblemKind::Untidy, &RULE, found);
}
