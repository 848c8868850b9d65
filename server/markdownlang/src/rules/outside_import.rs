//! An import from outside of the workspace folder.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::cross_file::imported_file::{ImportedFile, ImportedKind};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/outside-import",
        severity: Severity::Information,
        fix: FixKind::None,
        summary: "import from outside of the workspace",
        help: "Checks never read files outside of the workspace folder, so they cannot tell whether the file exists and is \
           a program. A run reads the file all the same and stops if it cannot. Move the program into the workspace, or \
           open a folder that contains both.",
        bad: &[importing!("[../almanac.md]")],
        good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
    },
    check: Check::Imports(check),
};

fn check(imports: &[ImportedFile<'_>], out: &mut Vec<Diagnostic>) {
    for import in imports.iter().filter(|import| matches!(import.kind, ImportedKind::Outside)) {
        let message = format!(
            "\"{}\" is outside of the workspace folder: it is not checked, but a run loads it",
            import.path
        );
        out.push(RULE.at(import.span, message));
    }
}
