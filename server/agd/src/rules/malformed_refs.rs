//! An entry of `refs=` that is not a reference.

use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::lexical::line::is_identifier;
use crate::syntax::context::BlockContext;
use crate::syntax::refs;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "agd/malformed-refs",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid reference in `refs=`",
        help: "The value of `refs=` is a list separated by commas: `#ident` for a block of this document, \
               `other.agd#ident` for a block of another file. Entries in any other form are ignored.",
        bad: &["@ul refs=\"deck, #2\"\n- ropes\n\n@p On deck. [#deck]\n"],
        good: &["@ul refs=\"#deck\"\n- ropes\n\n@p On deck. [#deck]\n"],
    },
    check: Check::Attributes(check),
};

fn check(context: BlockContext<'_>, out: &mut Vec<Diagnostic>) {
    let Some(attribute) = context.block().attribute(context.text, refs::KEY) else { return };
    for entry in refs::entries(attribute, context.text).filter(|entry| entry.name.is_none()) {
        let written = entry.span.text(context.text);
        let message = format!("invalid reference \"{written}\": expected \"#ident\" or \"other.agd#ident\"");
        let finding = RULE.at(entry.span, message);
        out.push(if is_identifier(written) {
            let edits = vec![Edit::insert(entry.span.start as usize, "#")];
            finding.suggest(format!("write \"#{written}\""), edits)
        } else {
            finding
        });
    }
}
