//! An entry of `refs=` that leads nowhere. Found by name, over the whole document and the file that it names.

use agmark_syntax::{FixKind, Rule, Severity};

pub static RULE: Rule = Rule {
    code: "agd/dangling-refs",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "an entry of `refs=` leads nowhere",
    help: "`refs=\"#a, other.agd#b\"` relates a block to others: `#a` is looked for in this document, `#b` in the file \
           that is named. An id that only another file has is reached by naming the file.",
    bad: &["@ul refs=\"#dek\"\n- ropes\n\n@p On deck. [#deck]\n"],
    good: &["@ul refs=\"#deck\"\n- ropes\n\n@p On deck. [#deck]\n"],
};
