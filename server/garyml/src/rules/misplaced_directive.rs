use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity};

use super::check::Check;
use super::stray_text::holds;
use crate::format::reindent::reindent;
use crate::syntax::header_kind::HeaderKind;
use crate::syntax::structure::{Header, Structure};
use crate::vocabulary::ContentModel;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/misplaced-directive",
        severity: Severity::Warning,
        fix: FixKind::Offered,
        summary: "misplaced directive",
        help: "`.GaryML` is the first header of a file, and no other header is nested in it. `.Section` belongs \
               in `.Documentation`. Directives that contain text, code or commands contain no other directives. \
               `.Examples` may contain any.",
        bad: &[
            ".Section title: Build\n  .build: \"Builds\"\n",
            ".Role: \"Release manager\"\n.GaryML version: 1.0\n",
            ".Plan\n  .Role: \"Release manager\"\n",
        ],
        good: &[
            ".Documentation title=Work\n  .Section title: Build\n    .build: \"Builds\"\n",
            ".GaryML version: 1.0\n.Role: \"Release manager\"\n",
        ],
    },
    check: Check::Header(check),
};

fn check(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive() else { return };
    let parent = structure.items.get(header.item).and_then(|i| i.owner).map(|o| o.kind);
    let name = directive.name;
    let message = if name == "GaryML" {
        if header.first && header.level == 0 {
            return;
        }
        ".GaryML must be the first header of a file".to_owned()
    } else if name == "Section" && !header.documented {
        ".Section must be inside .Documentation".to_owned()
    } else if let Some(parent) = parent.and_then(HeaderKind::directive).filter(|p| !may_hold(p.content, name))
    {
        format!(".{name} inside .{}, which contains {}", parent.name, holds(parent.content))
    } else {
        return;
    };
    let finding = RULE.at(header.name_span, message);
    found.push(match move_out(structure, header) {
        Some((title, edits)) if name != "GaryML" => finding.suggest(title, edits),
        _ => finding,
    });
}

/// The edits that move a directive out of its parent, with everything below it.
fn move_out(structure: &Structure<'_>, header: &Header<'_>) -> Option<(String, Vec<Edit>)> {
    let item = structure.items.get(header.item)?;
    let parent = item.owner.filter(|o| item.indent.width > o.indent && !item.indent.tabs)?;
    let name = parent.kind.directive()?.name;
    let by = item.indent.width - parent.indent;
    let below =
        structure.items.iter().skip(header.item + 1).take_while(|i| i.indent.width > item.indent.width);
    let mut edits = Vec::new();
    for item in std::iter::once(item).chain(below) {
        edits.extend(reindent(item, structure.text, item.indent.width.saturating_sub(by)));
    }
    Some((format!("move it out of .{name}"), edits))
}

/// Whether a directive with this content may hold the directive `name`.
pub(crate) fn may_hold(content: ContentModel, name: &str) -> bool {
    match content {
        ContentModel::Anything | ContentModel::Call => true,
        ContentModel::Commands => matches!(name, "Command" | "ToolCall" | "Include"),
        ContentModel::Sections => matches!(name, "Section" | "Include"),
        ContentModel::Definitions => matches!(name, "Section" | "Include" | "Command" | "ToolCall"),
        ContentModel::None | ContentModel::Text | ContentModel::Source => false,
    }
}
