use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::diffs;
use crate::analysis::chunk_data::EmbeddedDiff;
use crate::diff::ProblemKind;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-syntax",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid diff syntax",
        help: "A `unified` diff names its file with `---` and `+++`, and its hunks start with `@@ -LINE,COUNT \
               +LINE,COUNT @@`. A `v4a` patch is enclosed in `*** Begin Patch` and `*** End Patch` and names \
               files with `*** Update File:`, `*** Add File:` or `*** Delete File:`. A `search_replace` diff \
               consists of blocks of `<<<<<<< SEARCH`, `=======` and `>>>>>>> REPLACE`. A diff in another form \
               cannot be applied.",
        bad: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ first line @@\n  -Soup\n  +Stew\n  ```\n",
            ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Change File: menu.md\n  *** End Patch\n  \"\"\"\n",
            ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  >>>>>>> REPLACE\n  \"\"\"\n",
        ],
        good: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/menu.md\n  +++ b/menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
        ],
    },
    check: Check::Diff(check),
};

fn check(structure: &Structure<'_>, own: &EmbeddedDiff, found: &mut Vec<Diagnostic>) {
    diffs::report(structure, own, ProblemKind::Malformed, &RULE, found);
}
