//! A line of tildes where no fence can open.

use agmark_syntax::{Diagnostic, Edit, Rule, Severity};

use super::Place;

pub static RULE: Rule = Rule {
    code: "agd/stray-fence",
    severity: Severity::Error,
    summary: "a fence where none can open",
    help: "A fence opens after `@code`, `@raw`, `@table` and `@x-…`, with nothing but blank lines between. Anywhere else a \
           line of tildes opens nothing: the lines after it are read as if it were not there.",
    bad: &["@p See:\n~~~\n"],
    good: &["@p See:\n\n@code\n~~~\nprint(1)\n~~~\n"],
};

pub fn check(place: Place<'_>, out: &mut Vec<Diagnostic>) {
    let span = place.block().span;
    let message = "a fence opens only after \"@code\", \"@raw\", \"@table\" or \"@x-…\"";
    let edits = vec![Edit::insert(span.start as usize, "@code\n")];
    out.push(RULE.at(span, message).suggest("insert \"@code\"", edits));
}
