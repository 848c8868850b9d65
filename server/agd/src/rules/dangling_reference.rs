//! A `@ref` to an id that no block has. Found by name, over the whole document.

use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "agd/dangling-reference",
    severity: Severity::Error,
    fix: FixKind::Offered,
    summary: "a `@ref` to an id that does not exist",
    help: "`@ref #ident`, as a block or within text, refers to a block of the same document. Ids are case-sensitive. To \
           relate a block to one of another file, use `refs=\"other.agd#ident\"`.",
    bad: &["@ref #moring\n\n@h1 Mooring [#mooring]\n", "@p See @ref #fees.\n"],
    good: &["@ref #mooring\n\n@h1 Mooring [#mooring]\n", "@p See @ref #fees.\n\n@h1 Fees [#fees]\n"],
};
