//! The tool `convert`: from other formats to ours, and back.

use std::path::Path;

use agmark_anml::{aria, html};
use agmark_markdownlang::convert as program;
use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::failed;
use super::text_source::{SourceText, TextSource};
use crate::agd::convert::{Way, convert, lost};
use crate::anml::html::{fetched, shown};

pub struct Convert;

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Conversion {
    MarkdownToAgd,
    AgdToMarkdown,
    AgdToHtml,
    AriaToAnml,
    HtmlToAnml,
    SkillToProgram,
}

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    conversion: Conversion,
    #[serde(flatten)]
    source: TextSource,
    /// `html-to-anml`: page to fetch instead of a file
    #[serde(default)]
    url: Option<String>,
    /// New file for the result; without it, the result is the answer
    #[serde(default)]
    output: Option<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The file that was written
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    /// The result, if no file was written
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<String>,
    /// What the other format cannot express, and what was guessed
    notes: Vec<String>,
}

impl Tool for Convert {
    const INFO: ToolInfo = ToolInfo {
        name: "convert",
        title: "Convert a document",
        description: "Converts Markdown to AGD and back, AGD to HTML, an ARIA snapshot or HTML page to ANML, a \
                      SKILL.md or prompt to a markdownlang program. Answers with the result, or writes a new file.",
        examples: &[Example {
            title: "Markdown as AGD",
            input: r##"{"conversion":"markdown-to-agd","text":"# Rules\n\n- ropes\n"}"##,
            answer: "@h1 Rules",
        }],
        access: Access::Write { destructive: false, idempotent: false, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let output = input.output.as_deref().map(|path| context.file_path(path)).transpose()?;
        if output.is_some() {
            context.check_may_write()?;
        }
        let (result, notes) = match (&input.url, input.conversion) {
            (None, conversion) => converted(conversion, &input.source.read(context)?)?,
            (Some(url), Conversion::HtmlToAnml) => {
                context.check_access(Access::Fetch)?;
                (html::convert(&fetched(url).map_err(failed)?, Some(&shown(url))), Vec::new())
            }
            (Some(_), _) => {
                return Err(ToolError::new("`url` is for html-to-anml only", "give `path` or `text`"));
            }
        };
        let mut text = match &output {
            Some(path) => {
                context.create(path, &result)?;
                format!("wrote {path}\n")
            }
            None => result.clone(),
        };
        notes.iter().for_each(|note| text.push_str(&format!("note: {note}\n")));
        let written = output.map(|path| path.shown().to_owned());
        let result = if written.is_some() { None } else { Some(result) };
        Ok(Answer::new(text, Output { written, result, notes }))
    }
}

/// The converted text, and notes about it.
fn converted(conversion: Conversion, source: &SourceText) -> Result<(String, Vec<String>), ToolError> {
    let agd = |way| {
        let converted = convert(way, &source.name, &source.text).map_err(failed)?;
        Ok((converted.text, converted.losses.iter().map(|loss| lost(&source.name, loss)).collect()))
    };
    match conversion {
        Conversion::MarkdownToAgd => agd(Way::FromMd),
        Conversion::AgdToMarkdown => agd(Way::ToMd),
        Conversion::AgdToHtml => agd(Way::ToHtml),
        Conversion::AriaToAnml => Ok((aria::convert(&source.text), Vec::new())),
        Conversion::HtmlToAnml => Ok((html::convert(&source.text, None), Vec::new())),
        Conversion::SkillToProgram => {
            let path = source.path.as_ref().map_or(Path::new("program.md"), |path| path.absolute());
            let made = program::skill(&source.text, &program::name_of(path));
            Ok((made.text, made.notes))
        }
    }
}
