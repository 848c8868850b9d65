//! `format`: writes documents in canonical form.

use agmark_syntax::format::{format_document, is_mostly_errors};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::elements::counted;
use super::targets;
use crate::{Access, Answer, Context, LoadedFile, Tool, ToolError, ToolInfo};

pub struct Format;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// File or folder
    path: String,
    /// Write nothing, only name the files that would change
    #[serde(default)]
    preview: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The files that were changed, or would be
    changed: Vec<String>,
    /// The number of files that were in canonical form
    unchanged: usize,
    /// Files with parts that were left because of errors
    with_errors: Vec<String>,
}

/// A formatted text.
struct FormattedText {
    text: String,
    has_errors: bool,
}

impl Tool for Format {
    const INFO: ToolInfo = ToolInfo {
        name: "format",
        title: "Format documents",
        description: "Writes a document, or all documents of a folder, in canonical form. The meaning stays.",
        examples: &[],
        access: Access::Write { destructive: false, idempotent: true, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let files = targets::documents(context, &context.index()?, Some(&input.path))?;
        let named = files.len() == 1;
        let mut output = Output { changed: Vec::new(), unchanged: 0, with_errors: Vec::new() };
        for (number, path) in files.iter().enumerate() {
            context.check_cancelled()?;
            context.progress(number as f64, Some(files.len() as f64), path.shown());
            let file = context.workspace().load(path)?;
            let Some(formatted) = formatted(&file, named)? else { continue };
            if formatted.has_errors {
                output.with_errors.push(path.shown().to_owned());
            }
            if *formatted.text == *file.text {
                output.unchanged += 1;
                continue;
            }
            if !input.preview {
                context.change(path, |file| Ok((self::formatted(file, named)?.map(|f| f.text), ())))?;
            }
            output.changed.push(path.shown().to_owned());
        }
        let done = if input.preview { "would be formatted" } else { "formatted" };
        let count = counted(output.changed.len(), "file");
        let mut text = format!("{count} {done}, {} already in canonical form\n", output.unchanged);
        output.changed.iter().for_each(|path| text.push_str(&format!("{path}\n")));
        for path in &output.with_errors {
            text.push_str(&format!("{path}: parts with errors were left; call `check`\n"));
        }
        Ok(Answer::new(text, output))
    }
}

/// The formatted text; `None` for a file without formatting, which is an error if a person named it.
fn formatted(file: &LoadedFile, named: bool) -> Result<Option<FormattedText>, ToolError> {
    let document = match file.document() {
        Ok(document) => document,
        Err(error) if named => return Err(error),
        Err(_) => return Ok(None),
    };
    match format_document(document) {
        Some(_) if is_mostly_errors(document) => {
            Ok(Some(FormattedText { text: file.text.to_string(), has_errors: true }))
        }
        Some(all) => Ok(Some(FormattedText { text: all.text, has_errors: !all.skipped.is_empty() })),
        None if named => {
            let title = document.format().info().title;
            let what = format_args!("{}: {title} has no canonical form", file.path);
            Err(ToolError::new(what, "leave it as it is"))
        }
        None => Ok(None),
    }
}
