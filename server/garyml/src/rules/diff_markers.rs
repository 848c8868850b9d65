use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use super::diffs;
use crate::analysis::chunk_data::EmbeddedDiff;
use crate::diff::ProblemKind;
use crate::syntax::structure::Structure;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-markers",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "swapped markers in a `search_replace` diff",
        help: "A block of a `search_replace` diff starts with `<<<<<<< SEARCH` and ends with `>>>>>>> REPLACE`. \
               If the brackets or the words are swapped, agmark follows the words. Other tools read the block the \
               other way round or not at all.",
        bad: &[
            ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  >>>>>>> SEARCH\n  Soup\n  =======\n  Stew\n  <<<<<<< REPLACE\n  \"\"\"\n",
            ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< REPLACE\n  Stew\n  =======\n  Soup\n  >>>>>>> SEARCH\n  \"\"\"\n",
        ],
        good: &[
            ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  =======\n  Stew\n  >>>>>>> REPLACE\n  \"\"\"\n",
        ],
    },
    check: Check::Diff(check),
};

fn check(structure: &Structure<'_>, own: &EmbeddedDiff, found: &mut Vec<Diagnostic>) {
    diffs::report(structure, own, ProblemKind::Reversed, &RULE, found);
}
