use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/version",
        severity: Severity::Warning,
        fix: FixKind::Automatic,
        summary: "invalid version",
        help: "The version of GaryML consists of two numbers: `.GaryML version: 1.0`.",
        bad: &[".GaryML version: 1\n", ".GaryML version: latest\n"],
        good: &[".GaryML version: 1.0\n", ".GaryML version=\"1.0\"\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    if !header.kind.is("GaryML") {
        return;
    }
    let Some(value) = structure.parameter(header, "version").and_then(|p| p.value) else { return };
    let words = value::words(value, structure.text).unwrap_or_default();
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    if words.split_once('.').is_some_and(|(x, y)| digits(x) && digits(y)) {
        return;
    }
    let message = "invalid version: expected two numbers, such as 1.0";
    let span = value.span();
    let finding = RULE.at(span, message);
    found.push(if digits(&words) {
        // Quotes stay.
        let last = span.text(structure.text).rfind(|c: char| c.is_ascii_digit()).map_or(0, |at| at + 1);
        let edit = Edit::insert(span.start as usize + last, ".0");
        finding.fix(format!("write {words}.0"), vec![edit])
    } else {
        finding
    });
}
