//! An entry of `refs=` whose target does not exist, in this document or in the file that it names.

use agmark_syntax::{CheckedRule, FixKind, Rule, Severity};

use super::check::Check;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/dangling-refs",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "entry of `refs=` with an undefined target",
        help: "`refs=\"#a, other.agd#b\"` relates a block to other blocks: `a` must be an id of this document, \
               and `b` an id of the file `other.agd`. To refer to an id that only another file defines, name \
               that file.",
        bad: &["@ul refs=\"#dek\"\n- ropes\n\n@p On deck. [#deck]\n"],
        good: &["@ul refs=\"#deck\"\n- ropes\n\n@p On deck. [#deck]\n"],
    },
    check: Check::Names,
};
