//! Evaluation of a template.

use std::collections::HashMap;

use agmark_syntax::Span;
use serde_json::Value as Json;

use super::fault::{Fault, fault};
use super::functions;
use super::value::Val;
use crate::syntax::ast::{Ast, Branch, Command, Expr, Kind, Pipeline, Step, TemplatePart};

/// The length of the longest prompt, in bytes.
pub const MAX_PROMPT: usize = 16 << 20;

/// How many actions a rendering may take. Those in loops count each time.
pub const MAX_STEPS: usize = 10_000_000;

/// How deep templates may call one another.
pub const MAX_CALLS: usize = 100;

/// The text of a template for `input`. `text` is the text that the template was read from.
pub(crate) fn render(text: &str, ast: &Ast, input: &Json) -> Result<String, Fault> {
    if let Some(span) = ast.too_deep {
        return Err(Fault { span, message: "too many nested blocks or parentheses to render".to_owned() });
    }
    let mut templates: HashMap<&str, &[TemplatePart]> = HashMap::new();
    for (name, body) in ast.definitions() {
        // As in Go, the last definition of a name wins, but a blank one does not replace another.
        if !body.is_empty() || !templates.contains_key(name) {
            templates.insert(name, body);
        }
    }
    let mut state = Interpreter {
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

/// What to do after an item.
#[derive(PartialEq)]
enum Flow {
    Next,
    Break,
    Continue,
}

/// What a template may use while it is rendered.
pub(super) struct Interpreter<'a> {
    text: &'a str,
    templates: HashMap<&'a str, &'a [TemplatePart]>,
    out: String,
    variables: Vec<(String, Val<'a>)>,
    steps: usize,
    calls: usize,
}

impl<'a> Interpreter<'a> {
    fn items(&mut self, items: &'a [TemplatePart], dot: &Val<'a>) -> Result<Flow, Fault> {
        for item in items {
            let flow = self.item(item, dot)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn item(&mut self, item: &'a TemplatePart, dot: &Val<'a>) -> Result<Flow, Fault> {
        match item {
            TemplatePart::Text(span) => self.write(*span, span.text(self.text))?,
            TemplatePart::Value(pipeline) => {
                let value = self.pipeline(pipeline, dot)?;
                if pipeline.variables.is_empty() {
                    self.show(pipeline.span, &value)?;
                }
            }
            TemplatePart::Condition(branches, otherwise) => return self.condition(branches, otherwise, dot),
            TemplatePart::Range { pipeline, body, otherwise } => {
                return self.range(pipeline, body, otherwise, dot);
            }
            TemplatePart::Call { name, pipeline, .. } => {
                let value = match pipeline {
                    Some(pipeline) => self.pipeline(pipeline, dot)?,
                    None => Val::Missing,
                };
                let Some(body) = self.templates.get(name.text.as_str()).copied() else {
                    return fault(
                        name.span,
                        format!("undefined template \"{}\": define it in this document", name.text),
                    );
                };
                self.call(name.span, body, value)?;
            }
            TemplatePart::Define { .. } => {}
            TemplatePart::Break => return Ok(Flow::Break),
            TemplatePart::Continue => return Ok(Flow::Continue),
        }
        Ok(Flow::Next)
    }

    /// Shows a template. It sees the given value, but no variables of its caller.
    fn call(&mut self, span: Span, body: &'a [TemplatePart], value: Val<'a>) -> Result<(), Fault> {
        if self.calls >= MAX_CALLS {
            return fault(span, format!("more than {MAX_CALLS} nested template calls"));
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
        otherwise: &'a [TemplatePart],
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
        body: &'a [TemplatePart],
        otherwise: &'a [TemplatePart],
        dot: &Val<'a>,
    ) -> Result<Flow, Fault> {
        let mark = self.variables.len();
        let over = self.commands(pipeline, dot)?;
        if let (Some(_), [_, second, ..]) = (over.integer(), pipeline.variables.as_slice()) {
            let message = "`range` over an integer has only one variable: remove this one";
            return fault(second.1, message);
        }
        let Some(entries) = over.entries() else {
            let kind = over.kind();
            return fault(
                pipeline.span,
                format!("`range` needs a list, an object or an integer, found {kind}"),
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
            // A `break` here belongs to the `range` around this one, but Go leaves only this one.
            false => match self.items(otherwise, dot)? {
                Flow::Break => Flow::Next,
                flow => flow,
            },
        };
        self.variables.truncate(mark);
        Ok(flow)
    }

    /// The value of a pipeline. Declares or sets its variables.
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
        value.map_or_else(|| fault(pipeline.span, "missing value: write a field, a function or a string"), Ok)
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
            return fault(command.head.whole(), "not a function: only functions take arguments");
        }
        if matches!(command.head.kind, Kind::Nil) {
            return fault(command.head.whole(), "`nil` must be an argument, as in `eq .x nil`");
        }
        self.expr(&command.head, dot)
    }

    pub(super) fn expr(&mut self, expr: &'a Expr, dot: &Val<'a>) -> Result<Val<'a>, Fault> {
        let value = match &expr.kind {
            Kind::Dot => dot.clone(),
            Kind::Variable(name) => match self.variables.iter().rev().find(|(n, _)| n == name) {
                Some((_, value)) => value.clone(),
                None => return fault(expr.span, format!("undefined variable \"{name}\"")),
            },
            Kind::Function(name) => functions::call(name, expr.span, Vec::new())?,
            Kind::Parenthesis(pipeline) => self.pipeline(pipeline, dot)?,
            Kind::String(text) => Val::from(text.as_str()),
            Kind::Number(number) => Val::own(Json::Number(number.clone())),
            Kind::Bool(value) => Val::own(Json::Bool(*value)),
            Kind::Nil => Val::own(Json::Null),
            Kind::Invalid => return fault(expr.span, "invalid expression"),
        };
        self.steps(value, &expr.steps)
    }

    fn steps(&mut self, mut value: Val<'a>, steps: &'a [Step]) -> Result<Val<'a>, Fault> {
        for step in steps {
            value = match value.field(&step.name) {
                Ok(value) => value,
                Err(kind) => {
                    return fault(step.span, format!("no field \"{}\": {kind} has no fields", step.name));
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
            return fault(span, format!("the prompt must be at most {} MiB", MAX_PROMPT >> 20));
        }
        self.out.push_str(text);
        Ok(())
    }

    fn step(&mut self, span: Span) -> Result<(), Fault> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return fault(span, format!("rendering must take at most {MAX_STEPS} actions"));
        }
        Ok(())
    }
}
