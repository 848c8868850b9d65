use agmark_syntax::{Diagnostic, Edit, FixKind, Rule, Severity, Span};

use crate::syntax::item::Item;
use crate::syntax::line::after_string;
use crate::syntax::node::Syntax;
use crate::syntax::structure::Structure;
use crate::syntax::value;

pub static RULE: Rule = Rule {
    code: "garyml/not-a-comment",
    severity: Severity::Warning,
    fix: FixKind::Offered,
    summary: "a quoted string with `#` and a word behind it",
    help: "A comment begins with `#` and a blank: `#12` is data. Behind a quoted string such a word makes all of it \
           text, and the quotes become a part of the value.",
    bad: &[".Role: \"Release manager\" #one person\n"],
    good: &[".Role: \"Release manager\" # one person\n"],
};

/// What stands behind a quoted string that a value begins with, if that looks like a comment.
pub(super) fn behind_quotes(value: &str) -> Option<&str> {
    let after = if value.starts_with(['"', '\'']) { after_string(value)? } else { return None };
    after.trim_start_matches([' ', '\t']).starts_with('#').then_some(after)
}

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    for value in item.values().filter(|v| v.syntax == Syntax::Plain) {
        let written = value::text(value.node, structure.text);
        let Some(after) = behind_quotes(written) else { continue };
        let end = value.node.end_byte();
        let mark = end - after.trim_start_matches([' ', '\t']).len();
        let message =
            "the quotes are a part of this value: a comment begins with # and a blank, after a blank";
        let edit = match after.starts_with('#') {
            true => Edit::replace(Span::new(mark, mark + 1), " # "),
            false => Edit::insert(mark + 1, " "),
        };
        let finding = RULE.at(Span::of(value.node), message);
        found.push(finding.suggest("make it a comment", vec![edit]));
    }
}
