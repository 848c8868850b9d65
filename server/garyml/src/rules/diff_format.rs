use agmark_syntax::nearest::suggestion;
use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::chunk_data;
use crate::diff::DiffFormat;
use crate::syntax::structure::{Header, Structure};
use crate::syntax::value;
use crate::vocabulary::DIFF_FORMATS;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/diff-format",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "unknown diff format",
        help: "The format of a `.Diff` is `v4a`, `search_replace` or `unified`. A diff in another format can be \
               neither checked nor applied.",
        bad: &[".Diff id=fix format=unifed\n  ```diff\n  --- a\n  +++ b\n  ```\n"],
        good: &[".Diff id=fix format=unified\n  ```diff\n  --- a\n  +++ b\n  ```\n"],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    if !header.kind.is("Diff") {
        return;
    }
    let Some(value) = structure.parameter(header, "format").and_then(|p| p.value) else { return };
    let words = value::words(value, structure.text);
    let (Some(span), Some(words)) = (value::inner(value), words) else { return };
    if DIFF_FORMATS.contains(&words.as_ref()) {
        return;
    }
    let message = format!("unknown diff format \"{words}\"");
    let near = suggestion(&words, DIFF_FORMATS.iter().copied(), |_| false);
    let known = near.is_some();
    let mut finding = RULE.at(span, message).nearest(span, near);
    if !known {
        finding.message.push_str(&format!(": expected {}", DIFF_FORMATS.join(", ")));
        let index = structure.index_of(header);
        let lines = index.and_then(|index| chunk_data::diff_lines(structure, index)).unwrap_or_default();
        if let Some(format) = DiffFormat::guess(lines.iter().map(|l| l.text)) {
            let edit = Edit::replace(value.span(), format.name());
            finding = finding.suggest(format!("write {}", format.name()), vec![edit]);
        }
    }
    found.push(finding);
}
