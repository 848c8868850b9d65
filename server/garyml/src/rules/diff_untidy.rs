use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::diffs;
use crate::analysis::chunk_data::EmbeddedDiff;
use crate::diff::ProblemKind;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-untidy",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "diff that other tools refuse",
        help: "The header of a hunk counts the lines of the hunk. A patch has a first and a last line. The lines \
               of a new file start with `+`. agmark reads a diff without these, but other tools are stricter.",
        bad: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1,5 +1 @@\n  -Soup\n  +Stew\n  ```\n",
            ".Diff id=fix format=v4a\n  \"\"\"\n  *** Update File: menu.md\n  -Soup\n  +Stew\n  *** End Patch\n  \"\"\"\n",
        ],
        good: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
            ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Update File: menu.md\n  -Soup\n  +Stew\n  *** End Patch\n  \"\"\"\n",
        ],
    },
    check: Check::Diff(check),
};

fn check(structure: &Structure<'_>, own: &EmbeddedDiff, found: &mut Vec<Diagnostic>) {
    diffs::report(structure, own, ProblemKind::Untidy, &RULE, found);
}
