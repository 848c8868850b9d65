//! A `@ref` to an id that no block of the document has.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/dangling-reference",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "`@ref` to an undefined id",
        help: "`@ref #ident`, as a block or inside text, refers to a block of the same document. Ids are \
               case-sensitive. To refer to a block of another file, use `refs=\"other.agd#ident\"`.",
        bad: &["@ref #moring\n\n@h1 Mooring [#mooring]\n", "@p See @ref #fees.\n"],
        good: &["@ref #mooring\n\n@h1 Mooring [#mooring]\n", "@p See @ref #fees.\n\n@h1 Fees [#fees]\n"],
    },
    check: Check::Names,
};
