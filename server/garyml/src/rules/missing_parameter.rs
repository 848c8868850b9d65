use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::chunk_data;
use crate::diff::DiffFormat;
use crate::syntax::structure::{Header, Structure};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/missing-parameter",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "missing required parameter",
        help: "`.GaryML` needs `version`, `.Context` needs `id`, `.Diff` needs `id` and `format`, \
               `.Documentation` and `.Section` need `title`, `.Include` needs `path`, `.Command` and `.ToolCall` \
               need `name`. Write the parameter in the line of the header, or indented below it and before other \
               headers.",
        bad: &[
            ".Context path=notes.md\n",
            ".Diff id=fix\n  \"\"\"\n  *** Begin Patch\n  *** End Patch\n  \"\"\"\n",
            ".Context id=\n  text\n",
            ".GaryML\n.Documentation\n  Ask before you delete.\n",
        ],
        good: &[
            ".Context id=notes path=notes.md\n",
            ".Diff id=fix\n  format: v4a\n  \"\"\"\n  *** Begin Patch\n  *** End Patch\n  \"\"\"\n",
        ],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive() else { return };
    let inline = structure.items.get(header.item).and_then(|i| i.parts.value);
    if inline.is_some() && !directive.content.takes_blocks() {
        // `stray-text` reports the content as the missing value.
        return;
    }
    for needed in directive.parameters.iter().filter(|p| p.required) {
        let given = structure.parameter(header, needed.name);
        if given.is_some_and(|p| p.value.is_some()) {
            continue;
        }
        if let Some(empty) = given {
            let message =
                format!("missing value of the parameter \"{}\" of .{}", needed.name, directive.name);
            found.push(RULE.at(empty.key_span, message));
            continue;
        }
        let message = format!("missing parameter \"{}\" of .{}", needed.name, directive.name);
        let finding = RULE.at(header.name_span, message).awaiting(structure.awaits(header));
        found.push(match needed.name {
            "id" | "format" | "title" | "version" => {
                let value = match needed.name {
                    "id" => directive.name.to_lowercase(),
                    "title" => "\"Title\"".to_owned(),
                    "version" => "1.0".to_owned(),
                    _ => diff_format(structure, header).name().to_owned(),
                };
                // A header with content on its line cannot have parameters there.
                if inline.is_some() {
                    finding
                } else {
                    let sign = if needed.name == "version" { ": " } else { "=" };
                    let text = format!("{}{sign}{value}", needed.name);
                    let edit = Edit::insert(header.name_span.end as usize, format!(" {text}"));
                    finding.suggest(format!("add {text}"), vec![edit])
                }
            }
            _ => finding,
        });
    }
}

/// The format that a diff looks like.
fn diff_format(structure: &Structure<'_>, header: &Header<'_>) -> DiffFormat {
    let index = structure.index_of(header);
    let lines = index.and_then(|index| chunk_data::diff_lines(structure, index)).unwrap_or_default();
    DiffFormat::guess(lines.iter().map(|l| l.text)).unwrap_or(DiffFormat::Unified)
}
