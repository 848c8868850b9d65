//! Conditions: inside of `{{ if .user }}`, `.user` exists.

use super::{Checker, Value};
use crate::syntax::ast::{Command, Expr, Kind, Pipeline};

impl Checker<'_> {
    /// Adds the guards that hold if a pipeline is true, or false.
    pub(super) fn guard_pipeline(&mut self, pipeline: &Pipeline, dot: &Value, truth: bool) {
        if let [command] = pipeline.commands.as_slice() {
            self.guard_command(command, dot, truth);
        }
    }

    fn guard_command(&mut self, command: &Command, dot: &Value, truth: bool) {
        match &command.head.kind {
            Kind::Function(name) if command.head.steps.is_empty() => match (name.as_str(), truth) {
                ("and", true) | ("or", false) => {
                    for argument in &command.arguments {
                        self.guard(argument, dot, truth);
                    }
                }
                ("not", _) => {
                    if let [argument] = command.arguments.as_slice() {
                        self.guard(argument, dot, !truth);
                    }
                }
                _ => {}
            },
            _ if command.arguments.is_empty() => self.guard(&command.head, dot, truth),
            _ => {}
        }
    }

    /// Adds the guards that hold if a value is true, or false.
    pub(super) fn guard(&mut self, expr: &Expr, dot: &Value, truth: bool) {
        if let (Kind::Parenthesis(inner), []) = (&expr.kind, expr.steps.as_slice()) {
            return self.guard_pipeline(inner, dot, truth);
        }
        if truth && let Some(place) = self.place_of(expr, dot) {
            self.guards.push(place);
        }
    }

    /// The place of an expression, without a look at its type.
    fn place_of(&self, expr: &Expr, dot: &Value) -> Option<String> {
        let mut place = match &expr.kind {
            Kind::Dot => dot.place.clone()?,
            Kind::Variable(name) => self.variables.get(name)?.place.clone()?,
            _ => return None,
        };
        for step in &expr.steps {
            place = format!("{place}.{}", step.name);
        }
        Some(place)
    }
}
