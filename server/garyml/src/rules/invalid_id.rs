use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::syntax_kind::SyntaxKind;
use crate::syntax::value;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/invalid-id",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "invalid id",
        help: "An id starts with a letter or `_`, followed by letters, digits, `_` and `-`. Write `@` before a \
               reference, not before the id itself. No reference can name a block with an invalid id.",
        bad: &[".Context id=\"my notes\" path=notes.md\n", ".Context id=@notes path=notes.md\n"],
        good: &[".Context id=my-notes path=notes.md\n.Execute\n  .test\n    input: @my-notes\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    if header.documented || header.kind.directive().is_none() {
        return;
    }
    let Some(value) = structure.parameter(header, "id").and_then(|p| p.value) else { return };
    let written = value.text(structure.text);
    let words = value::words(value, structure.text);
    if words.as_deref().is_some_and(value::is_id) || value.kind == SyntaxKind::UnterminatedString {
        return;
    }
    let span = value.span();
    let message = match value.kind {
        SyntaxKind::Reference => "id with @: write @ before references only".to_owned(),
        _ => {
            let shown = words.as_deref().unwrap_or(written);
            let shown = shown.lines().next().unwrap_or("");
            format!(
                "invalid id \"{shown}\": an id starts with a letter or _, followed by letters, digits, _ and -"
            )
        }
    };
    let finding = RULE.at(span, message);
    let new = slug(words.as_deref().unwrap_or(written));
    found.push(match value::is_id(&new) {
        true => finding.suggest(format!("write {new}"), vec![Edit::replace(span, new)]),
        false => finding,
    });
}

/// The text with hyphens in place of invalid characters.
fn slug(text: &str) -> String {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '_' || !c.is_ascii();
    let words: Vec<&str> = text.split(|c| !legal(c)).filter(|word| !word.is_empty()).collect();
    let slug = words.join("-");
    if slug.starts_with(|c: char| c.is_ascii_digit()) { format!("_{slug}") } else { slug }
}
