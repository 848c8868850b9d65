use agmark_syntax::{Diagnostic, Edit, Rule, Severity};

use crate::item::{Form, Item};
use crate::structure::Structure;
use crate::vocabulary::Content;

pub static RULE: Rule = Rule {
    code: "garyml/stray-text",
    severity: Severity::Error,
    summary: "text that belongs to no directive",
    help: "Every line is a header, a comment, or belongs to the header above that is less indented. Text at \
           column 0, or under a directive that has no text, would be lost to the agent. Put it under a \
           directive that has text (`.Instructions`, `.Plan`, …), or make it a comment.",
    bad: &["Dear agent,\n.Role: \"Release manager\"\n", ".Execute\n  run the tests first\n  .test\n"],
    good: &[
        "# Dear agent,\n.Role: \"Release manager\"\n",
        ".Instructions\n  run the tests first\n.Execute\n  .test\n",
    ],
};

pub fn check(structure: &Structure<'_>, item: &Item<'_>, found: &mut Vec<Diagnostic>) {
    if !item.stray {
        return;
    }
    let what = match item.form {
        Form::Parameter(_) => "a parameter",
        Form::Code => "a code block",
        Form::Content => "content",
        _ => "text",
    };
    let message = match item.owner {
        None => format!("{what} that belongs to no directive"),
        Some(owner) => match owner.kind.directive() {
            Some(d) => format!("{what} under .{}, which holds {}", d.name, holds(d.content)),
            None => format!("{what} under a command, which holds parameters only"),
        },
    };
    let line = item.first_line(structure.text);
    let finding = RULE.at(line, message);
    found.push(finding.suggest("make it a comment", comments(structure, item)));
}

/// The mark of a comment before each line that is not blank.
fn comments(structure: &Structure<'_>, item: &Item<'_>) -> Vec<Edit> {
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

/// What a directive holds, for messages.
pub fn holds(content: Content) -> &'static str {
    match content {
        Content::None => "parameters only",
        Content::Text => "text",
        Content::Source => "code or text",
        Content::Commands => "commands",
        Content::Anything => "directives and commands",
        Content::Sections => "sections and text",
        Content::Definitions => "definitions of commands and text",
        Content::Call => "parameters only",
    }
}
