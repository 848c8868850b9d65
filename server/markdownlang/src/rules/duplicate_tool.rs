//! Two imports with the same name.

use std::collections::HashMap;

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::cross_file::imported_file::{ImportedFile, ImportedKind};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/duplicate-tool",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "duplicate import, or imports with the same name",
        help: "An imported program is a tool with the program's `name`, so two programs with the same name are \
           ambiguous. Rename one of the programs, or remove the second import of the same file.",
        bad: &[importing!("[./north.md, ./south.md]", "north.md" => "almanac", "south.md" => "almanac")],
        good: &[importing!("[./north.md, ./south.md]", "north.md" => "north", "south.md" => "south")],
    },
    check: Check::Imports(check),
};

fn check(imports: &[ImportedFile<'_>], out: &mut Vec<Diagnostic>) {
    let mut known: HashMap<&str, &ImportedFile<'_>> = HashMap::new();
    for import in imports {
        let ImportedKind::Program { name, file } = &import.kind else { continue };
        let Some(first) = known.get(name.as_str()) else {
            known.insert(name, import);
            continue;
        };
        let is_same = matches!(&first.kind, ImportedKind::Program { file: other, .. } if other == file);
        out.push(if is_same {
            RULE.at(import.span, "duplicate import of this file: remove one of them")
                .related(first.span, "the first import")
        } else {
            let message =
                format!("this program has the name \"{name}\", like \"{}\": rename one of them", first.path);
            RULE.at(import.span, message)
                .related(first.span, format!("the first import with the name \"{name}\""))
        });
    }
}
