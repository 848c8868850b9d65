//! `check`: the findings of documents.

use agmark_syntax::{Applicability, Diagnostic, Encoding, Severity};
use rayon::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::counted;
use super::targets;
use crate::{Access, Answer, Context, FilePath, LoadedFile, Paging, Row, Tool, ToolError, ToolInfo};

pub struct Check;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// File or folder; without it, all documents
    #[serde(default)]
    path: Option<String>,
    /// Only errors
    #[serde(default)]
    errors: bool,
    #[serde(flatten)]
    paging: Paging,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    findings: Vec<Finding>,
    /// The number of documents that were checked
    documents: usize,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Finding {
    path: String,
    line: usize,
    column: usize,
    severity: String,
    rule: String,
    message: String,
    fixes: Vec<FixChoice>,
}

#[derive(Clone, Serialize, JsonSchema)]
struct FixChoice {
    title: String,
    /// Whether `fix` applies it without being asked for it
    automatic: bool,
}

impl Tool for Check {
    const INFO: ToolInfo = ToolInfo {
        name: "check",
        title: "Check documents",
        description: "Finds errors and warnings in one document, a folder or all documents, with the fixes that `fix` can \
                      apply.",
        examples: &[],
        access: Access::Read,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let moment = context.fresh_moment()?;
        let files = targets::documents(context, &moment.index, input.path.as_deref())?;
        let one = input.path.is_some() && files.len() == 1;
        let check = |path: &FilePath| -> Result<Vec<Finding>, ToolError> {
            context.check_cancelled()?;
            // Most files have nothing to report whatever others say.
            if !one && moment.index.file(path.absolute()).is_some_and(|file| file.quiet) {
                return Ok(Vec::new());
            }
            let file = match context.workspace().load(path) {
                Ok(file) => file,
                // It was deleted meanwhile.
                Err(_) if !one => return Ok(Vec::new()),
                Err(error) => return Err(error),
            };
            let document = file.document()?;
            let found = moment.findings(&file)?;
            let shown = found.iter().filter(|d| !input.errors || d.severity == Severity::Error);
            Ok(shown.map(|diagnostic| finding(&file, document, diagnostic)).collect())
        };
        let found: Vec<_> = files.par_iter().map(check).collect::<Result<_, _>>()?;
        let found: Vec<Finding> = found.into_iter().flatten().collect();
        let rows = input.paging.page(context, found.len(), |number| {
            let finding = found[number].clone();
            Ok(Row::new(line(&finding), finding))
        })?;
        let (page, findings, mut text) = rows.into_parts();
        let documents = files.len();
        if found.is_empty() {
            text = match &files[..] {
                [one] => format!("{one}: no findings\n"),
                _ => format!("no findings in {}\n", counted(documents, "document")),
            };
        }
        Ok(Answer::new(text, Output { findings, documents }).with_page(page))
    }
}

fn finding(file: &LoadedFile, document: &agmark_syntax::Document, diagnostic: &Diagnostic) -> Finding {
    let at = document.text().position(diagnostic.span.start as usize, Encoding::Utf32);
    let fixes = diagnostic.fixes.iter().map(|fix| FixChoice {
        title: fix.title.clone(),
        automatic: fix.applicability() == Applicability::Automatic,
    });
    Finding {
        path: file.path.shown().to_owned(),
        line: at.line as usize + 1,
        column: at.column as usize + 1,
        severity: diagnostic.severity.word().to_owned(),
        rule: diagnostic.rule.code.to_owned(),
        message: diagnostic.message.clone(),
        fixes: fixes.collect(),
    }
}

/// `notes:12:3 error rule message; fix: title`
fn line(finding: &Finding) -> String {
    let Finding { path, line, column, severity, rule, message, fixes } = finding;
    let mut out = format!("{path}:{line}:{column} {severity} {rule} {message}");
    for fix in fixes {
        let kind = if fix.automatic { "fix" } else { "possible fix" };
        out.push_str(&format!("; {kind}: {}", fix.title));
    }
    out
}
