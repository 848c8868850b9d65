//! What a condition says of places: where `{{ if .user }}` holds, `.user` is there.

use std::collections::HashMap;

use agmark_syntax::work;

use super::{Checker, Value};
use crate::syntax::ast::{Command, Expr, Kind, Pipeline};

/// Places that are known to be there, and not null.
#[derive(Debug, Default)]
pub(super) struct Guards {
    all: Vec<String>,
    /// Each place with all that it lies in, and how often it is known.
    within: HashMap<String, usize>,
}

impl Guards {
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn truncate(&mut self, len: usize) {
        for place in self.all.drain(len.min(self.all.len())..) {
            for outer in around(&place) {
                if let Some(count) = self.within.get_mut(outer) {
                    *count -= 1;
                }
            }
        }
    }

    fn push(&mut self, place: String) {
        for outer in around(&place) {
            work::add(1);
            *self.within.entry(outer.to_owned()).or_default() += 1;
        }
        self.all.push(place);
    }

    /// Whether a place, or one in it, is known to be there.
    pub(super) fn hold(&self, place: &str) -> bool {
        self.within.get(place).is_some_and(|count| *count > 0)
    }
}

/// A place and all that it lies in: `.a.b`, `.a`, and the dot.
fn around(place: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(place), |inner| inner.rfind('.').and_then(|at| inner.get(..at)))
}

impl Checker<'_> {
    /// Takes in what is known where a pipeline is true, or false.
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

    /// Takes in that a value is true, or false.
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
