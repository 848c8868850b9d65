//! An entry of `refs=` that is no reference.

use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity};

use super::Place;
use crate::line::is_identifier;
use crate::refs;

pub static RULE: Rule = Rule {
    code: "agd/malformed-refs",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "invalid reference in `refs=`",
    help: "The value of `refs=` is a list with commas: `#ident` for a block of this document, `other.agd#ident` for one \
           of another file. Nothing follows an entry of any other form.",
    bad: &["@ul refs=\"deck, #2\"\n- ropes\n\n@p On deck. [#deck]\n"],
    good: &["@ul refs=\"#deck\"\n- ropes\n\n@p On deck. [#deck]\n"],
};

pub fn check(place: Place<'_>, out: &mut Vec<Diagnostic>) {
    let Some(attribute) = place.block().attribute(place.text, refs::KEY) else { return };
    for entry in refs::entries(attribute, place.text).filter(|entry| entry.name.is_none()) {
        let written = entry.span.text(place.text);
        let message = format!("invalid reference \"{written}\": write \"#ident\" or \"other.agd#ident\"");
        let finding = RULE.at(entry.span, message);
        out.push(if is_identifier(written) {
            let edits = vec![Edit::insert(entry.span.start as usize, "#")];
            finding.suggest(format!("write \"#{written}\""), edits)
        } else {
            finding
        });
    }
}
