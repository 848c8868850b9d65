//! Pipelines and values.

use agmark_syntax::Span;

use super::calls::is_lenient;
use super::report::{TypeScope, UndeclaredField};
use super::{Checker, Value};
use crate::rules::{may_be_missing, no_fields, optional_field, undeclared_field};
use crate::syntax::ast::{Command, Expr, Kind, Pipeline, Step};
use crate::types::{Alt, Field, Type};

impl Checker<'_> {
    /// The value of a pipeline. Adds its variables. `tested`: a missing value is accepted.
    pub(super) fn pipeline(&mut self, pipeline: &Pipeline, dot: &Value, tested: bool) -> Value {
        let declares = !pipeline.variables.is_empty();
        let mut value = self.commands(pipeline, dot, tested || declares);
        self.probe_pipeline(pipeline, dot);
        for (name, _) in &pipeline.variables {
            if value.place.is_none() {
                value.place = self.fresh();
            }
            self.declare(pipeline, name, value.clone());
        }
        value
    }

    pub(super) fn commands(&mut self, pipeline: &Pipeline, dot: &Value, tested: bool) -> Value {
        let before = self.report.diagnostics.len();
        let mut value: Option<(Value, Span)> = None;
        let last = pipeline.commands.len().saturating_sub(1);
        for (i, command) in pipeline.commands.iter().enumerate() {
            // The function checks its piped value.
            let tested = if i == last { tested } else { true };
            let needs = match pipeline.commands.get(i + 1).map(|next| &next.head.kind) {
                Some(Kind::Function(name)) => !is_lenient(name),
                _ => self.needs,
            };
            let outer = std::mem::replace(&mut self.needs, needs);
            let next = self.command(command, dot, value, tested);
            self.needs = outer;
            value = Some((next, command.head.whole()));
        }
        if pipeline.unfinished {
            self.report.diagnostics.truncate(before);
        }
        value.map_or_else(|| Value { of: Type::any(), place: None }, |(value, _)| value)
    }

    fn command(
        &mut self,
        command: &Command,
        dot: &Value,
        piped: Option<(Value, Span)>,
        tested: bool,
    ) -> Value {
        if let Kind::Function(name) = &command.head.kind {
            let before = self.report.diagnostics.len();
            let outer = self.needs;
            self.needs |= !tested;
            let of = self.call(name, command, dot, piped);
            self.needs = outer;
            if command.head.steps.is_empty() && !tested {
                self.may_show_nothing(&of, command.head.span, before);
            }
            return self.steps(Value { of, place: None }, command.head.span, &command.head.steps, tested);
        }
        let value = self.expr(&command.head, dot, tested);
        for argument in &command.arguments {
            self.expr(argument, dot, true);
        }
        value
    }

    /// A value. Reports that it may be missing, unless it is `tested`.
    pub(super) fn expr(&mut self, expr: &Expr, dot: &Value, tested: bool) -> Value {
        let before = self.report.diagnostics.len();
        let mut value = match &expr.kind {
            Kind::Dot => dot.clone(),
            Kind::Variable(name) => match self.variables.get(name) {
                Some(value) => value.clone(),
                None => {
                    self.undefined(name, expr.span);
                    Value { of: Type::any(), place: None }
                }
            },
            Kind::Parenthesis(pipeline) => self.pipeline(pipeline, dot, tested || !expr.steps.is_empty()),
            Kind::Function(_) => Value { of: Type::any(), place: None },
            Kind::String(_) => plain(Alt::String),
            Kind::Number(n) if n.is_f64() => plain(Alt::Number),
            Kind::Number(_) => plain(Alt::Integer),
            Kind::Bool(_) => plain(Alt::Bool),
            Kind::Nil => plain(Alt::Nil),
            Kind::Invalid => Value { of: Type::any(), place: None },
        };
        if value.place.as_deref().is_some_and(|place| self.guards.hold(place)) {
            value.of = value.of.present();
        }
        self.probe_value(expr.span, &value.of, &[]);
        if expr.steps.is_empty() && !tested {
            self.may_show_nothing(&value.of, expr.span, before);
        }
        self.steps(value, expr.span, &expr.steps, tested)
    }

    fn steps(&mut self, mut value: Value, start: Span, steps: &[Step], tested: bool) -> Value {
        let mut whole = start;
        for (i, step) in steps.iter().enumerate() {
            let at = if whole.is_empty() { step.span } else { whole };
            if value.of.alts.contains(&Alt::Nil) {
                self.must_exist(&value.of, at, &format!("\".{}\"", step.name));
            } else if value.of.optional && !value.of.is_unknown() {
                self.report.diagnostics.push(may_be_missing::of_field(at, &step.name));
            }
            let last = i + 1 == steps.len();
            let outer = self.needs;
            self.needs |= !last;
            value = self.field(value, &step.name, step.span, tested || !last);
            self.needs = outer;
            whole.end = step.span.end;
        }
        value
    }

    /// Reports that a shown value may be missing, unless the value has another diagnostic.
    fn may_show_nothing(&mut self, value: &Type, span: Span, before: usize) {
        if value.optional && self.report.diagnostics.len() == before {
            self.report.diagnostics.push(optional_field::value(span));
        }
    }

    /// A field of a value. `span` is the name of the field.
    pub(super) fn field(&mut self, value: Value, name: &str, span: Span, tested: bool) -> Value {
        if let Some(diagnostic) = no_fields::check(span, name, &value.of) {
            self.report.diagnostics.push(diagnostic);
        }
        let place = value.place.map(|place| format!("{place}.{name}"));
        let (mut of, ids) = match self.shapes.field(&value.of, name) {
            Field::Declared(of, ids) => (of, ids),
            Field::Unknown => {
                self.report.unknown_fields.push(name.to_owned());
                (Type::any(), Vec::new())
            }
            Field::Missing => {
                let known = match self.declared.take() {
                    Some((of, known)) if of == value.of => known,
                    _ => self.shapes.fields(&value.of).into_iter().map(|(name, _)| name).collect(),
                };
                self.report.diagnostics.push(undeclared_field::at(span, name, &known));
                self.declared = Some((value.of.clone(), known));
                let objects = value.of.alts.iter().filter_map(|alt| match alt {
                    Alt::Object(ids) => Some(ids),
                    _ => None,
                });
                let holders = objects.flatten().copied().collect();
                self.report.undeclared.push(UndeclaredField {
                    span,
                    holders,
                    is_required: self.needs || !tested,
                });
                (Type::any(), Vec::new())
            }
        };
        if place.as_deref().is_some_and(|place| self.guards.hold(place)) {
            of = of.present();
        }
        if of.optional && !tested {
            self.report.diagnostics.push(optional_field::at(span, name));
        }
        self.probe_value(span, &of, &ids);
        self.report.used.extend(&ids);
        if !ids.is_empty() {
            self.report.fields.push((span, ids));
        }
        Value { of, place }
    }

    /// Reports that a value may be missing or null if `user` fails then.
    pub(super) fn must_exist(&mut self, value: &Type, span: Span, user: &str) {
        if value.may_lack() && !value.is_unknown() {
            self.report.diagnostics.push(may_be_missing::at(span, value, user));
        }
    }

    pub(super) fn probe_pipeline(&mut self, pipeline: &Pipeline, dot: &Value) {
        let Some(at) = self.probe else { return };
        if pipeline.span.start as usize > at {
            return;
        }
        let value = self.scope.take().and_then(|scope| scope.value);
        self.scope = Some(TypeScope {
            dot: dot.of.clone(),
            variables: self.variables.all().into_iter().map(|(n, v)| (n.clone(), v.of.clone())).collect(),
            value,
        });
    }

    pub(super) fn probe_value(&mut self, span: Span, of: &Type, ids: &[u32]) {
        if self.probe.is_some_and(|at| span.touches(at)) && !span.is_empty() {
            let value = Some((span, of.clone(), ids.to_vec()));
            match &mut self.scope {
                Some(scope) => scope.value = value,
                None => {
                    self.scope = Some(TypeScope { dot: Type::any(), variables: Vec::new(), value });
                }
            }
        }
    }
}

fn plain(alt: Alt) -> Value {
    Value { of: Type::of(alt), place: None }
}
