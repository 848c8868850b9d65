use agmark_syntax::{CheckedRule, Diagnostic, Edit, FixKind, Rule, Severity, Span};

use super::check::Check;
use super::malformed_header::parenthesized;
use crate::syntax::line_class::IndentedLine;
use crate::syntax::line_item::{ItemKind, LineItem};
use crate::syntax::structure::{Header, Structure};
use crate::syntax::syntax_kind::{SyntaxKind, SyntaxNode};
use crate::syntax::value;
use crate::vocabulary::{ContentModel, DIRECTIVES, Directive};

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "garyml/stray-text",
        severity: Severity::Error,
        fix: FixKind::Offered,
        summary: "text that belongs to no directive",
        help: "Each line is a header, a comment, or part of a header above it with a smaller indent. The agent \
               does not get text at column 0 or below a directive that contains no text. Move it below a \
               directive that contains text (`.Instructions`, `.Plan`, …), or make it a comment.",
        bad: &[
            "Dear agent,\n.Role: \"Release manager\"\n",
            ".Execute\n  run the tests first\n  .test\n",
            ".Execute: \"run the tests\"\n",
            ".Execute\n  - .test target=unit\n",
            "Role: Release manager\n",
        ],
        good: &[
            "# Dear agent,\n.Role: \"Release manager\"\n",
            ".Instructions\n  run the tests first\n.Execute\n  .test\n",
        ],
    },
    check: Check::ItemAndHeader(check, check_header),
};

fn check(structure: &Structure<'_>, item: &LineItem<'_>, found: &mut Vec<Diagnostic>) {
    if !item.stray {
        return;
    }
    let line = item.first_line(structure.text);
    if parenthesized(line.text(structure.text)).is_some() {
        return;
    }
    if let Some(finding) = as_directive(structure, item) {
        found.push(finding.suggest("make it a comment", comments(structure, item)));
        return;
    }
    let what = match item.kind {
        ItemKind::Parameter(_) => "parameter",
        ItemKind::Code => "code block",
        ItemKind::Content => "content",
        _ => "text",
    };
    let mut message = match item.owner {
        None => format!("{what} outside of a directive"),
        Some(owner) => match owner.kind.directive() {
            Some(d) => format!("{what} inside .{}, which contains {}", d.name, holds(d.content)),
            None => format!("{what} inside a command, which contains parameters only"),
        },
    };
    let holds_headers = item.owner.and_then(|o| o.kind.content());
    let holds_headers = matches!(holds_headers, Some(ContentModel::Commands | ContentModel::Anything));
    let text = line.text(structure.text);
    if text.starts_with("- ") && holds_headers {
        message.push_str(": write each of them as .name on a separate line");
    } else if text.starts_with("- ") {
        message.push_str(": write a list as [a, b], or repeat its key for each item");
    } else if text == "---" && item.owner.is_none() {
        message.push_str(": GaryML has no front matter; write the version in .GaryML");
    }
    let mut finding = RULE.at(line, message);
    let dashes = if holds_headers { dashes(structure, item) } else { Vec::new() };
    if !dashes.is_empty() {
        finding = finding.suggest("remove the dashes", dashes);
    }
    found.push(finding.suggest("make it a comment", comments(structure, item)));
}

/// A key at the start of a document with the name of a directive: `Role: …`.
fn as_directive(structure: &Structure<'_>, item: &LineItem<'_>) -> Option<Diagnostic> {
    let ItemKind::Parameter(index) = item.kind else { return None };
    let parameter = structure.parameters.get(index).filter(|_| item.owner.is_none())?;
    let directive = DIRECTIVES.iter().find(|d| d.name.eq_ignore_ascii_case(parameter.key))?;
    let message = format!("invalid directive \"{}:\": did you mean \".{}\"?", parameter.key, directive.name);
    let edit = Edit::replace(parameter.key_span, format!(".{}", directive.name));
    let line = item.first_line(structure.text);
    Some(RULE.at(line, message).suggest(format!("write .{}", directive.name), vec![edit]))
}

/// The edits that remove the dashes before headers, if each line begins with both.
fn dashes(structure: &Structure<'_>, item: &LineItem<'_>) -> Vec<Edit> {
    let span = item.span(structure.text);
    let mut at = item.range.start;
    let mut edits = Vec::new();
    for line in structure.text.get(at..span.end as usize).unwrap_or("").split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        let rest = line.get(indent..).unwrap_or("");
        match rest.strip_prefix("- ") {
            Some(header) if IndentedLine::new(header).header().is_some() => {
                edits.push(Edit::delete(Span::new(at + indent, at + indent + "- ".len())));
            }
            None if rest.trim().is_empty() => {}
            _ => return Vec::new(),
        }
        at += line.len();
    }
    edits
}

/// Content on the line of a directive that contains none.
fn check_header(structure: &Structure<'_>, header: &Header<'_>, found: &mut Vec<Diagnostic>) {
    let Some(directive) = header.kind.directive().filter(|d| !d.content.takes_blocks()) else { return };
    let Some(value) = structure.items.get(header.item).and_then(|item| item.parts.value) else { return };
    let message = format!("content of .{}, which contains {}", directive.name, holds(directive.content));
    let finding = RULE.at(value.span(), message);
    found.push(match instead(structure, header, directive, value) {
        Some((title, text)) => {
            let span = Span::new(header.name_span.end as usize, value.span().end as usize);
            finding.suggest(title, vec![Edit::replace(span, text)])
        }
        None => finding,
    });
}

/// The fix for content on the line: write it as the required parameter or as a command.
fn instead(
    structure: &Structure<'_>,
    header: &Header<'_>,
    directive: &Directive,
    value: SyntaxNode<'_>,
) -> Option<(String, String)> {
    let written = value.text(structure.text);
    let item = structure.items.get(header.item)?;
    if directive.content == ContentModel::Commands {
        let command = value::words(value, structure.text).filter(|words| words.starts_with('.'))?;
        let margin = " ".repeat(item.indent.width.saturating_add(item.step()) as usize);
        return Some(("move the command to the next line".to_owned(), format!("\n{margin}{command}")));
    }
    let needed = directive.parameters.iter().find(|p| p.required)?;
    let word = value.kind != SyntaxKind::Plain || !written.contains([' ', '\t', '"', '\'', '[']);
    word.then(|| (format!("write {}={written}", needed.name), format!(" {}={written}", needed.name)))
}

/// The edits that make each line a comment that is not blank.
fn comments(structure: &Structure<'_>, item: &LineItem<'_>) -> Vec<Edit> {
    let span = item.span(structure.text);
    let mut at = item.range.start;
    let mut edits = Vec::new();
    for line in structure.text.get(at..span.end as usize).unwrap_or("").split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if !line.trim().is_empty() {
            edits.push(Edit::insert(at + indent, "# "));
        }
        at += line.len();
    }
    edits
}

/// What a directive contains, for messages.
pub fn holds(content: ContentModel) -> &'static str {
    match content {
        ContentModel::None => "parameters only",
        ContentModel::Text => "text",
        ContentModel::Source => "code or text",
        ContentModel::Commands => "commands",
        ContentModel::Anything => "directives and commands",
        ContentModel::Sections => "sections and text",
        ContentModel::Definitions => "definitions of commands and text",
        ContentModel::Call => "parameters only",
    }
}
