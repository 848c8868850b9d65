//! An imported file that is not a program.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::cross_file::imported_file::{ImportedFile, ImportedKind};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/not-a-program",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "imported file is not a program",
        help: "An import is a Markdown file whose front matter has `name`, `description`, `input` and `output`.",
        bad: &[concat!(importing!("[./notes.txt]"), "=== notes.txt\nRain on Monday.\n")],
        good: &[importing!("[./almanac.md]", "almanac.md" => "almanac")],
    },
    check: Check::Imports(check),
};

fn check(imports: &[ImportedFile<'_>], out: &mut Vec<Diagnostic>) {
    for import in imports {
        let path = import.path;
        let message = match &import.kind {
            ImportedKind::OtherFormat => {
                format!("\"{path}\" is not a program: import a .md file with front matter")
            }
            ImportedKind::WithoutKeys(keys) if keys == &["name"] => {
                format!("\"{path}\" is not a program: add \"name\" to its front matter")
            }
            ImportedKind::WithoutKeys(keys) => {
                let keys = keys.iter().map(|key| format!("\"{key}\"")).collect::<Vec<_>>().join(", ");
                format!("\"{path}\" cannot run: add {keys} to its front matter")
            }
            _ => continue,
        };
        out.push(RULE.at(import.span, message));
    }
}
