//! `agmark.markdownlang.convertSkill`: converts a skill or a prompt to a program. Skills and prompts are not checked; the
//! conversion is only offered.

use std::path::Path;

use agmark_lsp::{CommandOffer, OpenDocument, Task, TaskContext};
use agmark_markdownlang::convert;
use agmark_syntax::{Command, Edit, FileChange, NewDocument, Outcome, Span};
use serde_json::{Value, json};

use super::opening::{is_program, opening};

const CONVERT: &str = "agmark.markdownlang.convertSkill";

/// Makes programs.
pub struct Convert;

impl Task for Convert {
    fn commands(&self) -> &'static [Command] {
        &[Command {
            id: CONVERT,
            title: "markdownlang: Convert to a Program",
            help: "Makes a program of a skill (SKILL.md) or a plain Markdown prompt: parameters become the input \
                   schema, tools become servers. Replaces the document; with `open` set, opens the program as a new \
                   document.",
        }]
    }

    fn run(&self, _command: &str, context: &TaskContext<'_>) -> Result<Outcome, String> {
        let path = context.path().ok_or("name the document: the argument `uri`")?;
        let before = context.text(&path).ok_or_else(|| format!("{}: it cannot be read", path.display()))?;
        if is_program(&before) {
            return Err(format!("{}: this is a program already", path.display()));
        }
        let made = convert::skill(&before, &convert::name_of(&path));
        if context.option("open").and_then(Value::as_bool) == Some(true) {
            return Ok(Outcome::Document(NewDocument {
                name: format!("{}.md", made.name),
                language: "markdownlang".to_owned(),
                text: made.text,
                note: made.notes.join("; "),
            }));
        }
        let edits = vec![Edit::replace(Span::new(0, before.len()), made.text)];
        Ok(Outcome::Change(vec![FileChange::Edit { path: path.to_path_buf(), before, edits }]))
    }

    fn offers(&self, document: &OpenDocument<'_>) -> Vec<CommandOffer> {
        let text = match document.format {
            Some("markdownlang") => opening(document.text),
            None if is_markdown(document.path) => opening(document.text),
            _ => return Vec::new(),
        };
        // The input document of a program is not a prompt.
        let is_input = super::run::is_input(document.path);
        if is_input || is_program(&text) || text.trim().is_empty() {
            return Vec::new();
        }
        // A skill stays what it is for others; a prompt becomes the program.
        let (title, options) = if convert::is_skill(document.path, &text) {
            ("convert this skill to a program", json!({ "open": true }))
        } else if convert::is_prompt(document.path, &text) || document.format.is_some() {
            ("make a program of this prompt", json!({}))
        } else {
            return Vec::new();
        };
        vec![CommandOffer { title: title.to_owned(), command: CONVERT, options }]
    }
}

fn is_markdown(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"))
}
