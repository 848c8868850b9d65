use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use crate::analysis::chunk_data;
use crate::diff::plan::refused_paths;
use crate::syntax::structure::{Header, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/diff-path",
    severity: Severity::Error,
    fix: FixKind::None,
    summary: "a diff of a file that diffs must not change",
    help: "A diff changes files inside the workspace only. A path must be relative and must not contain `..`, must not \
           name the folder `.git` in any spelling, a Windows device or a stream, and no link may lie on the way. Such a \
           diff is not applied.",
    bad: &[
        ".Diff id=fix format=unified\n  ```diff\n  --- a/../menu.md\n  +++ b/../menu.md\n  @@ -1 +1 @@\n  -Soup\n  +Stew\n  ```\n",
        ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: .git/hooks/pre-commit\n  +rm -r .\n  *** End Patch\n  \"\"\"\n",
        ".Diff id=fix format=search_replace path=/etc/menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  =======\n  Stew\n  >>>>>>> REPLACE\n  \"\"\"\n",
    ],
    good: &[
        ".Diff id=fix format=v4a\n  \"\"\"\n  *** Begin Patch\n  *** Add File: hooks/pre-commit\n  +true\n  *** End Patch\n  \"\"\"\n",
    ],
};

/// Says each path of the diff of a header that a diff must not have. Links are seen by a look at the disk only.
pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    if !header.kind.is("Diff") {
        return;
    }
    let Some(index) = structure.index_of(header) else { return };
    let Some(read) = chunk_data::read(structure, index, header) else { return };
    for refusal in read.diff.files.iter().flat_map(refused_paths) {
        let span = if refusal.span.is_empty() { header.name_span } else { refusal.span };
        found.push(RULE.at(span, refusal.to_string()));
    }
}
