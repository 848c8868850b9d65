use agmark_syntax::{Diagnostic, FixKind, Rule, Severity};

use super::diffs;
use crate::diff::ProblemKind;
use crate::syntax::structure::{Header, Structure};

pub static RULE: Rule = Rule {
    code: "garyml/diff-markers",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "markers of a block that stand the wrong way round",
    help: "A block of a `search_replace` diff begins with `<<<<<<< SEARCH` and ends with `>>>>>>> REPLACE`. With the \
           angles or the words exchanged it is understood, by its words, but other tools read it the other way \
           round or not at all.",
    bad: &[
        ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  >>>>>>> SEARCH\n  Soup\n  =======\n  Stew\n  <<<<<<< REPLACE\n  \"\"\"\n",
        ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< REPLACE\n  Stew\n  =======\n  Soup\n  >>>>>>> SEARCH\n  \"\"\"\n",
    ],
    good: &[
        ".Diff id=fix format=search_replace path=menu.md\n  \"\"\"\n  <<<<<<< SEARCH\n  Soup\n  =======\n  Stew\n  >>>>>>> REPLACE\n  \"\"\"\n",
    ],
};

pub fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    diffs::say(structure, header, ProblemKind::Reversed, &RULE, found);
}
