//! A program that can run: the values of its front matter, and its prompt for an input.
//!
//! ```
//! use agmark_markdownlang::{Program, render};
//!
//! let program = Program::load("\
//! ---
//! name: greet
//! description: Greets a person
//! input: { type: object, properties: { name: { type: string } }, required: [name] }
//! output: { type: object }
//! ---
//! Greet {{ .name | title }}.
//! ").unwrap();
//! assert_eq!(program.name, "greet");
//! let prompt = render(&program, &serde_json::json!({ "name": "ada" })).unwrap();
//! assert_eq!(prompt, "Greet Ada.\n");
//! ```

mod defaults;
mod front_matter;
mod sample;
mod schema_location;

use std::fmt;
use std::sync::Arc;

use agmark_schema::validate::{Invalid, check_value};
use agmark_syntax::diagnostics::diagnose;
use agmark_syntax::world::{EmptyWorld, Settings};
use agmark_syntax::{Document, Severity, Span, parse};
use serde_json::Value as Json;

use crate::Markdownlang;
use crate::render::{self, RenderError};
use crate::syntax::ast::{self, Ast};

pub use defaults::with_defaults;
pub use sample::sample;

pub(crate) use defaults::{follow, follow_to, percent_decoded};
pub(crate) use sample::sample_in;

/// A program.
#[derive(Debug)]
pub struct Program {
    /// Its name, also as a tool: `^[A-Za-z0-9_-]{1,64}$`.
    pub name: String,
    pub description: String,
    /// The model that runs it, if it names one.
    pub model: Option<String>,
    /// The JSON Schema (2020-12) of the input.
    pub input: Json,
    /// The JSON Schema (2020-12) of the output.
    pub output: Json,
    pub imports: Vec<Import>,
    /// All of `mcp_servers`, also those that are disabled.
    pub servers: Vec<Server>,
    text: String,
    /// The front matter, without its lines `---`.
    front: Option<Span>,
    ast: Ast,
}

/// An import of another program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    /// As written: relative to the program's folder, or absolute.
    pub path: String,
    /// Its place in the program's text.
    pub span: Span,
}

/// An MCP server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Server {
    /// Its tools are `mcp__NAME__TOOL`.
    pub name: String,
    pub transport: Transport,
    /// Whether it must not be started.
    pub disabled: bool,
    /// Its place in the program's text.
    pub span: Span,
}

/// How a server is reached. The caller replaces `${VAR}` in the values of `args`, `env`, `url` and `headers` with variables of
/// the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A program that communicates over its standard input and output.
    Command {
        command: String,
        args: Vec<String>,
        /// Additional variables of the environment, in the order of the text.
        env: Vec<(String, String)>,
    },
    /// The address of a running server, http or https.
    Url {
        url: String,
        /// The headers of each request, in the order of the text.
        headers: Vec<(String, String)>,
    },
}

/// Why a program cannot run: the errors that `check` reports, in the order of the text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct LoadError {
    pub errors: Vec<ProgramError>,
}

/// An error in a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramError {
    pub span: Span,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    /// The rule's code.
    pub code: &'static str,
    pub message: String,
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, one) in self.errors.iter().enumerate() {
            let lead = if i > 0 { "\n" } else { "" };
            write!(f, "{lead}{}:{}: {} ({})", one.line, one.column, one.message, one.code)?;
        }
        Ok(())
    }
}

impl Program {
    /// Reads a program to run it.
    ///
    /// # Errors
    /// If its text has errors. Imports are not checked: the caller loads them.
    pub fn load(text: &str) -> Result<Self, LoadError> {
        let errors = errors(text);
        if !errors.is_empty() {
            return Err(LoadError { errors });
        }
        Ok(Self::read(text))
    }

    /// Reads a program that may have errors, for previews. A missing value is empty, a missing schema is `true`.
    pub fn read(text: &str) -> Self {
        let tree = parse::parse(&tree_sitter_markdownlang::LANGUAGE.into(), text, None);
        let mut program = Self {
            name: String::new(),
            description: String::new(),
            model: None,
            input: Json::Bool(true),
            output: Json::Bool(true),
            imports: Vec::new(),
            servers: Vec::new(),
            text: text.to_owned(),
            front: None,
            ast: Ast::default(),
        };
        let Some(tree) = tree else { return program };
        let mut cursor = tree.walk();
        let nodes: Vec<_> = tree.root_node().named_children(&mut cursor).collect();
        let mut body = nodes.as_slice();
        if let Some((front, rest)) = nodes.split_first()
            && front.kind().ends_with("front_matter")
        {
            body = rest;
            let mut cursor = front.walk();
            if let Some(yaml) = front.named_children(&mut cursor).find(|n| n.kind() == "yaml") {
                program.front_matter(Span::of(yaml));
            }
        }
        program.ast = ast::read::read(text, body);
        program
    }

    /// The text of the program's file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text after the front matter.
    pub fn body(&self) -> &str {
        let after = self.front.and_then(|front| self.text.get(front.end as usize..)).unwrap_or(&self.text);
        match self.front {
            // The line that closes the front matter.
            Some(_) => after.split_once('\n').map_or("", |(_, body)| body),
            None => after,
        }
    }

    /// An input with the defaults of the properties that it does not have.
    pub fn with_defaults(&self, input: &Json) -> Json {
        with_defaults(&self.input, input)
    }

    /// The errors of an input, each with its JSON pointer. The caller fills in defaults first.
    ///
    /// # Errors
    /// If the schema is invalid. In a loaded program, only a `$ref` to another document can be the cause.
    pub fn check_input(&self, input: &Json) -> Result<Vec<Invalid>, String> {
        check_value(&self.input, input)
    }

    /// The errors of an output, each with its JSON pointer.
    ///
    /// # Errors
    /// As for [`Program::check_input`].
    pub fn check_output(&self, output: &Json) -> Result<Vec<Invalid>, String> {
        check_value(&self.output, output)
    }
}

/// The prompt: the program's body rendered for an input with the defaults of the schema. The caller validates the input.
///
/// # Errors
/// If the template cannot use a value, or a limit is reached ([`render::MAX_PROMPT`] and the others).
pub fn render(program: &Program, input: &Json) -> Result<String, RenderError> {
    let input = program.with_defaults(input);
    render::render(&program.text, &program.ast, &input).map_err(|fault| fault.in_text(&program.text))
}

fn errors(text: &str) -> Vec<ProgramError> {
    let document = Document::new(Arc::new(Markdownlang), text);
    let all = diagnose(&document, &EmptyWorld, &Settings::default());
    let errors = all.into_iter().filter(|d| d.severity == Severity::Error);
    errors
        .map(|d| {
            let at = document.text().position(d.span.start as usize, agmark_syntax::Encoding::Utf32);
            ProgramError {
                span: d.span,
                line: at.line as usize + 1,
                column: at.column as usize + 1,
                code: d.rule.code,
                message: d.message,
            }
        })
        .collect()
}
