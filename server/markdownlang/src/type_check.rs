//! The type checker: the types of the dot, the variables and the values along a template.

mod calls;
mod conditions;
mod guards;
pub(crate) mod report;
mod value;
mod values;
mod variables;

use agmark_syntax::Span;

use crate::rules::{bad_range, undefined_variable};
use crate::syntax::ast::{Branch, Pipeline, TemplatePart};
use crate::types::{Shapes, Type};
use guards::Guards;
use report::{TypeReport, TypeScope};
pub(crate) use value::Value;
use variables::Scopes;
pub(crate) use variables::Variables;

/// Follows types through a template.
pub(crate) struct Checker<'a> {
    shapes: &'a Shapes,
    report: TypeReport,
    variables: Scopes,
    guards: Guards,
    /// Whether it checks the content outside of templates. Variables in templates are checked with their chunk.
    outside: bool,
    /// Whether the value is passed to a function or a field that needs it.
    needs: bool,
    /// A number that tells the places of different loops and templates from each other.
    serial: u32,
    /// The offset whose types are requested, and these types.
    probe: Option<usize>,
    scope: Option<TypeScope>,
    /// The names of the fields of the last value with an undeclared field.
    declared: Option<(Type, Vec<String>)>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(shapes: &'a Shapes, variables: Variables) -> Self {
        Self {
            shapes,
            report: TypeReport::default(),
            variables: Scopes::new(variables),
            guards: Guards::default(),
            outside: false,
            needs: false,
            serial: 0,
            probe: None,
            scope: None,
            declared: None,
        }
    }

    /// The same, for the content outside of templates.
    pub(crate) fn outside(shapes: &'a Shapes, variables: Variables) -> Self {
        Self { outside: true, ..Self::new(shapes, variables) }
    }

    /// The same, to get the types at an offset.
    pub(crate) fn probing(shapes: &'a Shapes, variables: Variables, at: usize) -> Self {
        Self { probe: Some(at), ..Self::new(shapes, variables) }
    }

    /// Checks the items of a template. `dot` is its dot and its `$`.
    pub(crate) fn run(
        mut self,
        items: &[TemplatePart],
        dot: Value,
    ) -> (TypeReport, Variables, Option<TypeScope>) {
        self.variables.declare("$", dot.clone());
        self.items(items, &dot);
        let variables = self.variables.handed_on();
        self.report.used.sort_unstable();
        self.report.used.dedup();
        (self.report, variables, self.scope)
    }

    fn items(&mut self, items: &[TemplatePart], dot: &Value) {
        for item in items {
            self.item(item, dot);
        }
    }

    fn item(&mut self, item: &TemplatePart, dot: &Value) {
        match item {
            TemplatePart::Text(_)
            | TemplatePart::Break
            | TemplatePart::Continue
            | TemplatePart::Define { .. } => {}
            TemplatePart::Value(pipeline) => {
                let value = self.pipeline(pipeline, dot, false);
                if pipeline.variables.is_empty() {
                    self.shown(&value.of);
                }
            }
            TemplatePart::Condition(branches, otherwise) => self.condition(branches, otherwise, dot),
            TemplatePart::Range { pipeline, body, otherwise } => self.range(pipeline, body, otherwise, dot),
            TemplatePart::Call { name, pipeline, .. } => {
                let given = match pipeline {
                    Some(pipeline) => self.pipeline(pipeline, dot, true).of,
                    None => Type::any(),
                };
                self.report.calls.push((name.text.clone(), given));
            }
        }
    }

    fn condition(&mut self, branches: &[Branch], otherwise: &[TemplatePart], dot: &Value) {
        let (mark, guarded) = (self.variables.mark(), self.guards.len());
        for branch in branches {
            let value = self.pipeline(&branch.pipeline, dot, true);
            let before = self.guards.len();
            self.guard_pipeline(&branch.pipeline, dot, true);
            if branch.is_with {
                let inner = Value { of: value.of.present(), place: value.place.clone() };
                let declares = branch.pipeline.variables.len() == 1 && !branch.pipeline.assigns;
                if let Some(variable) = self.variables.last().filter(|_| declares) {
                    variable.of = variable.of.present();
                }
                self.items(&branch.body, &inner);
            } else {
                self.items(&branch.body, dot);
            }
            self.guards.truncate(before);
            // In the following branches, the condition is false.
            self.guard_pipeline(&branch.pipeline, dot, false);
        }
        self.items(otherwise, dot);
        self.guards.truncate(guarded);
        self.variables.back_to(mark);
    }

    fn range(&mut self, pipeline: &Pipeline, body: &[TemplatePart], otherwise: &[TemplatePart], dot: &Value) {
        let (mark, guarded) = (self.variables.mark(), self.guards.len());
        let over = self.commands(pipeline, dot, true);
        self.probe_pipeline(pipeline, dot);
        if let Some(diagnostic) = bad_range::check(pipeline.value_span(), &over.of) {
            self.report.diagnostics.push(diagnostic);
        }
        if let [_, (_, second), ..] = pipeline.variables.as_slice() {
            self.report.diagnostics.extend(bad_range::check_second_variable(*second, &over.of));
        }
        let (key, item) = self.shapes.entries(&over.of);
        let item = Value { of: item, place: self.fresh() };
        match pipeline.variables.as_slice() {
            [one] => self.declare(pipeline, &one.0, item.clone()),
            [first, second, ..] => {
                let place = self.fresh();
                self.declare(pipeline, &first.0, Value { of: key, place });
                self.declare(pipeline, &second.0, item.clone());
            }
            [] => {}
        }
        self.items(body, &item);
        self.variables.back_to(mark);
        self.items(otherwise, dot);
        self.guards.truncate(guarded);
    }

    /// Adds a variable. A variable that is set again can have both types after that.
    fn declare(&mut self, pipeline: &Pipeline, name: &str, value: Value) {
        if !pipeline.assigns {
            return self.variables.declare(name, value);
        }
        let change = |old: &mut Value| {
            let before = std::mem::take(&mut old.of);
            *old = Value { of: before.or(value.of), place: None };
        };
        if !self.variables.set(name, change) {
            let place = pipeline.variables.iter().find(|(n, _)| n == name);
            self.undefined(name, place.map_or(pipeline.span, |(_, span)| *span));
        }
    }

    /// Reports a variable without a declaration before its use.
    fn undefined(&mut self, name: &str, span: Span) {
        if self.outside {
            let known = self.variables.names();
            self.report.diagnostics.push(undefined_variable::at(span, name, known));
        }
    }

    /// Marks all fields of a value as used: the value is shown or passed on.
    fn shown(&mut self, value: &Type) {
        for (_, ids) in self.shapes.fields(value) {
            self.report.used.extend(ids);
        }
    }

    fn fresh(&mut self) -> Option<String> {
        self.serial += 1;
        Some(format!("#{}", self.serial))
    }
}
