//! The tool `annotate`: adds AAF annotations to pages and components.

use std::path::Path;

use agmark_mcp::{Access, Answer, Context, Example, FileChange, Tool, ToolError, ToolInfo};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::failure::failed;
use super::target::Target;
use crate::aaf::page_set::{AnnotatedFile, PageSet, Surroundings};
use crate::diff;
use crate::report::counted;
use crate::terminal::Look;

pub struct Annotate;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Page, component or folder
    path: String,
    /// Write the annotations; without it, the answer is a diff
    #[serde(default)]
    write: bool,
    /// Components to treat as elements: `NAME=ELEMENT`
    #[serde(default)]
    components: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    files: Vec<FileAnnotations>,
    /// The manifest that was made for a folder without one
    #[serde(skip_serializing_if = "Option::is_none")]
    manifest: Option<String>,
    written: bool,
    /// Elements without a usable name, and files that cannot be read
    warnings: Vec<String>,
}

#[derive(Serialize, JsonSchema)]
struct FileAnnotations {
    path: String,
    /// Number of annotated elements
    elements: usize,
}

impl Tool for Annotate {
    const INFO: ToolInfo = ToolInfo {
        name: "annotate",
        title: "Annotate pages",
        description: "Adds AAF annotations to forms, fields, buttons, links and tables of HTML, JSX, TSX, Vue and \
                      Svelte files that have none, and a manifest to a folder. Review the names: they are guesses.",
        examples: &[Example {
            title: "the annotations of a page",
            input: r#"{"path":"plain.html"}"#,
            answer: "data-agent-action",
        }],
        access: Access::Write { destructive: false, idempotent: true, previews: true },
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        if input.write {
            context.check_may_write()?;
        }
        let Target { absolute: path, root, .. } = Target::named(context, &input.path)?;
        let may_read = |path: &Path| context.workspace().may_read(path);
        let around = Surroundings { working: &root, limit: Some(&root), may_read: &may_read };
        let mut set =
            PageSet::read(std::slice::from_ref(&path), &input.components, around).map_err(failed)?;
        let annotated: Vec<AnnotatedFile> = set.annotate();
        context.check_cancelled()?;
        let manifest = if path.is_dir() { set.manifest(&path) } else { None };
        let mut text = String::new();
        let mut warnings: Vec<String> = set.errors.iter().chain(&set.notes).cloned().collect();
        let (mut files, mut changes) = (Vec::new(), Vec::new());
        for file in annotated {
            warnings.extend(file.warnings);
            if file.elements == 0 {
                continue;
            }
            if input.write {
                let before = context.load(&file.path.to_string_lossy())?;
                if *before.text != *file.before {
                    let what =
                        format_args!("{} changed while it was read, and nothing was written", file.name);
                    return Err(ToolError::new(what, "repeat the call"));
                }
                text.push_str(&format!("annotated {}: {}\n", file.name, counted(file.elements, "element")));
                changes.push(FileChange { file: before, text: file.after });
            } else {
                text.push_str(&diff::unified(&file.name, &file.before, &file.after, Look::PLAIN));
            }
            files.push(FileAnnotations { path: file.name, elements: file.elements });
        }
        let manifest_path = manifest
            .as_ref()
            .map(|manifest| context.file_path(&manifest.path.to_string_lossy()))
            .transpose()?;
        if input.write {
            context.change_all(changes)?;
        }
        if let (Some(manifest), Some(path)) = (&manifest, &manifest_path) {
            if input.write {
                context.create(path, &manifest.text)?;
                text.push_str(&format!("wrote {path}: set the origin of the site in it\n"));
            } else {
                text.push_str(&format!("would write {path}\n"));
            }
        }
        if text.is_empty() {
            text.push_str("nothing to annotate\n");
        }
        warnings.iter().for_each(|warning| text.push_str(&format!("warning: {warning}\n")));
        let manifest = manifest_path.map(|path| path.shown().to_owned());
        Ok(Answer::new(text, Output { files, manifest, written: input.write, warnings }))
    }
}
