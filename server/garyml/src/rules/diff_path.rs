use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::chunk_data::EmbeddedDiff;
use crate::diff::plan::refused_paths;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-path",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "path that a diff must not change",
        help: "A diff changes files inside the workspace only. A path must be relative. It must not contain `..`, \
               lead through a link, or name a `.git` folder in any spelling, a Windows device or a stream. A diff \
               with such a path is not applied.",
        bad: &[
            ".Diff id=fix format=unified\n  ```diff\n  --- a/../menu.md\n  +++ b/../menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
            ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: .git/hooks/pre-commit\n  +rm -r .\n  *** End Patch\n  \"\"\"\n",
            ".Diff id=fix format=search_replace path=/etc/menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  =======\n  Stew\n  >>>>>>> REPLACE\n  \"\"\"\n",
        ],
        good: &[
            ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: hooks/pre-commit\n  +true\n  *** End Patch\n  \"\"\"\n",
        ],
    },
    check: Check::Diff(check),
};

/// Reports the paths that a diff must not change. [`crate::cross_file`] reports links, because they need the disk.
fn check(_: &Structure<'_>, own: &EmbeddedDiff, found: &mut Vec<Diagnostic>) {
    for refusal in own.diff.files.iter().flat_map(refused_paths) {
        let span = if refusal.span.is_empty() { own.span } else { refusal.span };
        found.push(RULE.at(span, refusal.to_string()));
    }
}
