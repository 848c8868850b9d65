//! The prompt: a program's body, rendered for an input, as Go's `text/template` does.
//!
//! Where values of JSON leave Go behind: numbers print as JSON does (`1000000`, not `1e+06`), lists and objects
//! print as JSON with their keys sorted, null prints nothing, and a key that is not there `<no value>`. Whole and
//! other numbers compare by value. What is rendered is data: it is never read as a template again.

mod calls;
mod case;
mod compare;
mod escape;
mod functions;
mod printf;
mod quote;
mod value;

use std::collections::HashMap;

use agmark_syntax::Span;
use serde_json::Value as Json;

use crate::syntax::ast::{Ast, Branch, Command, Expr, Item, Kind, Pipeline, Step};
pub(crate) use escape::{html, js, urlquery};
pub(crate) use value::Val;

/// The longest prompt, in bytes.
pub const MAX_PROMPT: usize = 16 << 20;

/// How many actions a rendering may take, those in loops counted each time.
pub const MAX_STEPS: usize = 10_000_000;

/// How deep templates may call one another.
pub const MAX_CALLS: usize = 100;

/// Why a prompt could not be rendered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct RenderError {
    /// The bytes of the program's text that it happened at.
    pub span: Span,
    /// The line that it happened on, from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

/// An error before its line is known.
#[derive(Debug)]
pub(crate) struct Fault {
    pub span: Span,
    pub message: String,
}

impl Fault {
    pub(crate) fn in_text(self, text: &str) -> RenderError {
        let before = text.get(..self.span.start as usize).unwrap_or(text);
        RenderError { line: before.matches('\n').count() + 1, span: self.span, message: self.message }
    }
}

/// Renders a template over `text` for `input`.
pub(crate) fn render(text: &str, ast: &Ast, input: &Json) -> Result<String, Fault> {
    if let Some(span) = ast.too_deep {
        return Err(Fault {
            span,
            message: "this stands too deep in other structures to be rendered".to_owned(),
        });
    }
    let mut templates = HashMap::new();
    collect(&ast.items, &mut templates);
    let mut state = State {
        text,
        templates,
        out: String::new(),
        variables: vec![("$".to_owned(), Val::Ref(input))],
        steps: 0,
        calls: 0,
    };
    state.items(&ast.items, &Val::Ref(input))?;
    Ok(state.out)
}

/// All templates that are defined, by name. Of several with one name the last counts, but one that is blank does
/// not replace another.
fn collect<'a>(items: &'a [Item], templates: &mut HashMap<&'a str, &'a [Item]>) {
    for item in items {
        match item {
            Item::Define { name, body } | Item::Call { name, block: Some(body), .. } => {
                if !body.is_empty() || !templates.contains_key(name.text.as_str()) {
                    templates.insert(&name.text, body);
                }
                collect(body, templates);
            }
            Item::Condition(branches, otherwise) => {
                branches.iter().for_each(|b| collect(&b.body, templates));
                collect(otherwise, templates);
            }
            Item::Range { body, otherwise, .. } => {
                collect(body, templates);
                collect(otherwise, templates);
            }
            _ => {}
        }
    }
}

/// How the items of a loop's body ended.
#[derive(PartialEq)]
enum Flow {
    Next,
    Break,
    Continue,
}

struct State<'a> {
    text: &'a str,
    templates: HashMap<&'a str, &'a [Item]>,
    out: String,
    variables: Vec<(String, Val<'a>)>,
    steps: usize,
    calls: usize,
}

impl<'a> State<'a> {
    fn items(&mut self, items: &'a [Item], dot: &Val<'a>) -> Result<Flow, Fault> {
        for item in items {
            let flow = self.item(item, dot)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn item(&mut self, item: &'a Item, dot: &Val<'a>) -> Result<Flow, Fault> {
        match item {
            Item::Text(span) => self.write(*span, span.text(self.text))?,
            Item::Value(pipeline) => {
                let value = self.pipeline(pipeline, dot)?;
                if pipeline.variables.is_empty() {
                    self.show(pipeline.span, &value)?;
                }
            }
            Item::Condition(branches, otherwise) => return self.condition(branches, otherwise, dot),
            Item::Range { pipeline, body, otherwise } => return self.range(pipeline, body, otherwise, dot),
            Item::Call { name, pipeline, .. } => {
                let value = match pipeline {
                    Some(pipeline) => self.pipeline(pipeline, dot)?,
                    None => Val::Missing,
                };
                let Some(body) = self.templates.get(name.text.as_str()).copied() else {
                    return fault(name.span, format!("template \"{}\" is not defined", name.text));
                };
                self.call(name.span, body, value)?;
            }
            Item::Define { .. } => {}
            Item::Break => return Ok(Flow::Break),
            Item::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::Next)
    }

    /// A template sees the value that it is given, and no variables of its caller.
    fn call(&mut self, span: Span, body: &'a [Item], value: Val<'a>) -> Result<(), Fault> {
        if self.calls >= MAX_CALLS {
            return fault(span, format!("templates call one another more than {MAX_CALLS} deep"));
        }
        self.calls += 1;
        let outside = std::mem::replace(&mut self.variables, vec![("$".to_owned(), value.clone())]);
        self.items(body, &value)?;
        self.variables = outside;
        self.calls -= 1;
        Ok(())
    }

    fn condition(
        &mut self,
        branches: &'a [Branch],
        otherwise: &'a [Item],
        dot: &Val<'a>,
    ) -> Result<Flow, Fault> {
        let mark = self.variables.len();
        let mut flow = None;
        for branch in branches {
            let value = self.pipeline(&branch.pipeline, dot)?;
            if value.truth() {
                flow = Some(self.items(&branch.body, if branch.is_with { &value } else { dot })?);
                break;
            }
        }
        let flow = match flow {
            Some(flow) => flow,
            None => self.items(otherwise, dot)?,
        };
        self.variables.truncate(mark);
        Ok(flow)
    }

    fn range(
        &mut self,
        pipeline: &'a Pipeline,
        body: &'a [Item],
        otherwise: &'a [Item],
        dot: &Val<'a>,
    ) -> Result<Flow, Fault> {
        let mark = self.variables.len();
        let over = self.commands(pipeline, dot)?;
        if let (Some(_), [_, second, ..]) = (over.whole(), pipeline.variables.as_slice()) {
            let message = "\"range\" over an integer has one variable: remove this one";
            return fault(second.1, message);
        }
        let Some(entries) = over.entries() else {
            let kind = over.kind();
            return fault(
                pipeline.span,
                format!("\"range\" goes over lists, objects and integers, and this is {kind}"),
            );
        };
        let mut any = false;
        let mut at = 0;
        while let Some((key, value)) = entries.get(at) {
            at += 1;
            any = true;
            self.step(pipeline.span)?;
            let inner = self.variables.len();
            match pipeline.variables.as_slice() {
                [one] => self.bind(pipeline, &one.0, value.clone()),
                [first, second, ..] => {
                    self.bind(pipeline, &first.0, key);
                    self.bind(pipeline, &second.0, value.clone());
                }
                [] => {}
            }
            let flow = self.items(body, &value)?;
            self.variables.truncate(inner);
            if flow == Flow::Break {
                break;
            }
        }
        let flow = match any || otherwise.is_empty() {
            true => Flow::Next,
            // A `break` in here belongs to the range around this one, which Go leaves no further than this one.
            false => match self.items(otherwise, dot)? {
                Flow::Break => Flow::Next,
                flow => flow,
            },
        };
        self.variables.truncate(mark);
        Ok(flow)
    }

    /// A pipeline's value; declares or sets its variable.
    fn pipeline(&mut self, pipeline: &'a Pipeline, dot: &Val<'a>) -> Result<Val<'a>, Fault> {
        let value = self.commands(pipeline, dot)?;
        for (name, _) in &pipeline.variables {
            self.bind(pipeline, name, value.clone());
        }
        Ok(value)
    }

    fn bind(&mut self, pipeline: &Pipeline, name: &str, value: Val<'a>) {
        let known = self.variables.iter_mut().rev().find(|(n, _)| pipeline.assigns && n == name);
        match known {
            Some((_, old)) => *old = value,
            None => self.variables.push((name.to_owned(), value)),
        }
    }

    fn commands(&mut self, pipeline: &'a Pipeline, dot: &Val<'a>) -> Result<Val<'a>, Fault> {
        self.step(pipeline.span)?;
        let mut value = None;
        for command in &pipeline.commands {
            value = Some(self.command(command, dot, value)?);
        }
        value.map_or_else(|| fault(pipeline.span, "a value is missing here"), Ok)
    }

    fn command(
        &mut self,
        command: &'a Command,
        dot: &Val<'a>,
        piped: Option<Val<'a>>,
    ) -> Result<Val<'a>, Fault> {
        if let Kind::Function(name) = &command.head.kind {
            let value = self.function(command, name, dot, piped)?;
            return self.steps(value, &command.head.steps);
        }
        if piped.is_some() || !command.arguments.is_empty() {
            return fault(command.head.whole(), "this is not a function: it takes no arguments");
        }
        if matches!(command.head.kind, Kind::Nil) {
            return fault(
                command.head.whole(),
                "\"nil\" cannot stand alone: it is an argument, as in `eq .x nil`",
            );
        }
        self.expr(&command.head, dot)
    }

    fn expr(&mut self, expr: &'a Expr, dot: &Val<'a>) -> Result<Val<'a>, Fault> {
        let value = match &expr.kind {
            Kind::Dot => dot.clone(),
            Kind::Variable(name) => match self.variables.iter().rev().find(|(n, _)| n == name) {
                Some((_, value)) => value.clone(),
                None => return fault(expr.span, format!("variable \"{name}\" is not defined")),
            },
            Kind::Function(name) => functions::call(name, expr.span, Vec::new())?,
            Kind::Parenthesis(pipeline) => self.pipeline(pipeline, dot)?,
            Kind::String(text) => Val::from(text.as_str()),
            Kind::Number(number) => Val::own(Json::Number(number.clone())),
            Kind::Bool(value) => Val::own(Json::Bool(*value)),
            Kind::Nil => Val::own(Json::Null),
            Kind::Invalid => return fault(expr.span, "this cannot be read"),
        };
        self.steps(value, &expr.steps)
    }

    fn steps(&mut self, mut value: Val<'a>, steps: &'a [Step]) -> Result<Val<'a>, Fault> {
        for step in steps {
            value = match value.field(&step.name) {
                Ok(value) => value,
                Err(kind) => {
                    return fault(
                        step.span,
                        format!("\"{}\" is looked for in {kind}, which has no fields", step.name),
                    );
                }
            };
        }
        Ok(value)
    }

    fn show(&mut self, span: Span, value: &Val<'_>) -> Result<(), Fault> {
        match value.str() {
            Some(text) => self.write(span, text),
            None => self.write(span, &value.text()),
        }
    }

    fn write(&mut self, span: Span, text: &str) -> Result<(), Fault> {
        if self.out.len() + text.len() > MAX_PROMPT {
            return fault(span, format!("the prompt is longer than {} MiB", MAX_PROMPT >> 20));
        }
        self.out.push_str(text);
        Ok(())
    }

    fn step(&mut self, span: Span) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return fault(span, format!("rendering takes more than {MAX_STEPS} actions"));
        }
        Ok(())
    }
}

/// A fault at a place.
fn fault<T>(span: Span, message: impl Into<String>) -> Result<T, Fault> {
    Err(Fault { span, message: message.into() })
}
