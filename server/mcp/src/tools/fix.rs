//! `fix`: applies fixes to a document.

use std::collections::HashSet;
use std::sync::Arc;

use agmark_syntax::{Diagnostic, Document, Edit, Encoding, Splice, fixing};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::workspace::Moment;
use crate::{Access, Answer, Context, LoadedFile, Tool, ToolError, ToolInfo};

/// A fix may lead to another finding with a fix. Rules that undo each other must end, too.
const MOST_ROUNDS: usize = 16;

pub struct Fix;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    path: String,
    /// Apply the fix of the finding on this line, also one that `check` calls possible; without it, all automatic fixes
    #[serde(default)]
    line: Option<usize>,
    /// The rule of the finding on the line
    #[serde(default)]
    rule: Option<String>,
    /// The title of the fix, if the finding has several
    #[serde(default)]
    title: Option<String>,
    /// Write nothing, return the fixed text
    #[serde(default)]
    preview: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The number of findings that were fixed
    fixed: usize,
    /// The number of findings that are left
    left: usize,
    /// The fixed text of a preview
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
}

/// A document after fixing.
struct Fixed {
    text: String,
    fixed: usize,
    left: usize,
}

impl Tool for Fix {
    const INFO: ToolInfo = ToolInfo {
        name: "fix",
        title: "Fix findings",
        description: "Applies the automatic fixes of a document, or with `line` a fix that `check` lists for that line.",
        examples: &[],
        access: Access::Write { destructive: false, idempotent: true, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let path = context.file_path(&input.path)?;
        let moment = context.moment()?;
        let fix = |file: &LoadedFile| match input.line {
            Some(line) => one(&moment, file, line, &input),
            None => automatic(context, &moment, file),
        };
        let (fixed, preview) = if input.preview {
            let fixed = fix(&*context.workspace().load(&path)?)?;
            let text = fixed.text.clone();
            (fixed, Some(text))
        } else {
            let fixed = context.change(&path, |file| {
                let fixed = fix(file)?;
                Ok((Some(fixed.text.clone()), fixed))
            })?;
            (fixed, None)
        };
        let Fixed { fixed, left, .. } = fixed;
        let mut text = format!("{path}: {fixed} fixed, {left} left\n");
        if let Some(preview) = &preview {
            text = format!("{text}nothing was written; the fixed text:\n{preview}");
        }
        Ok(Answer::new(text, Output { fixed, left, text: preview }))
    }
}

/// Applies all automatic fixes, until nothing changes.
fn automatic(context: &Context, moment: &Moment, file: &LoadedFile) -> Result<Fixed, ToolError> {
    let mut document = file.document()?.clone();
    let mut seen = HashSet::from([file.text.to_string()]);
    let mut fixed = 0;
    for _ in 0..MOST_ROUNDS {
        context.check_cancelled()?;
        let found = moment.findings_of(&file.path, &document)?;
        let chosen = fixing::automatic(&document, &found);
        if chosen.findings == 0 {
            break;
        }
        let text = Edit::apply(&document.text().to_string(), &chosen.edits);
        let is_new = seen.insert(text.clone());
        document = with_text(document, &text);
        fixed += chosen.findings;
        if !is_new {
            break;
        }
    }
    let left = moment.findings_of(&file.path, &document)?.len();
    Ok(Fixed { text: document.text().to_string(), fixed, left })
}

/// Applies one fix of a finding on a line.
fn one(moment: &Moment, file: &LoadedFile, line: usize, input: &Input) -> Result<Fixed, ToolError> {
    let document = file.document()?;
    let found = moment.findings_of(&file.path, document)?;
    let on_line = |d: &&Diagnostic| {
        document.text().position(d.span.start as usize, Encoding::Utf32).line as usize + 1 == line
    };
    let of_rule = |d: &&Diagnostic| {
        let wanted = input.rule.as_deref();
        wanted.is_none_or(|rule| d.rule.code == rule || d.rule.short() == rule)
    };
    let all: Vec<_> = found.iter().filter(on_line).filter(of_rule).collect();
    if all.is_empty() {
        let what = format_args!("no such finding on line {line} of {}", file.path);
        return Err(ToolError::new(what, "call `check` for the findings and their lines"));
    }
    let fixes: Vec<_> = all.iter().flat_map(|d| &d.fixes).collect();
    let wanted = input.title.as_deref();
    let chosen: Vec<_> = fixes.iter().filter(|fix| wanted.is_none_or(|title| fix.title == title)).collect();
    let titles = || fixes.iter().map(|fix| format!("{:?}", fix.title)).collect::<Vec<_>>().join(", ");
    match &chosen[..] {
        [fix] => {
            let text = Edit::apply(&file.text, &fix.edits);
            let after = with_text(document.clone(), &text);
            let left = moment.findings_of(&file.path, &after)?.len();
            Ok(Fixed { text, fixed: 1, left })
        }
        [] if fixes.is_empty() => {
            let what = format_args!("{}:{line}: {} has no fix", file.path, all[0].rule.code);
            Err(ToolError::new(what, "call `explain` for the rule and change the text"))
        }
        _ => {
            Err(ToolError::new("several fixes or none with this title", format_args!("titles: {}", titles())))
        }
    }
}

fn with_text(document: Document, text: &str) -> Document {
    let splice = Splice::whole(document.text(), text);
    let mut document = document;
    if document.text().is_empty() {
        return Document::new(Arc::clone(document.format()), text);
    }
    document.edit(&splice);
    document
}
