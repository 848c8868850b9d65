//! The arguments and the results of functions.

use agmark_syntax::Span;

use super::{Checker, Value};
use crate::rules::bad_argument;
use crate::syntax::ast::{Command, Kind};
use crate::types::{Alt, Type};

/// An argument with its span.
type Argument = (Value, Span);

impl Checker<'_> {
    /// The type of a call's value.
    pub(super) fn call(
        &mut self,
        name: &str,
        command: &Command,
        dot: &Value,
        piped: Option<Argument>,
    ) -> Type {
        let lenient = is_lenient(name);
        let guarded = self.guards.len();
        let mut arguments: Vec<Argument> = Vec::new();
        for argument in &command.arguments {
            // These functions report a missing argument themselves.
            let reports_missing =
                lenient || takes(name).is_some() || matches!(name, "index" | "lt" | "le" | "gt" | "ge");
            let outer = std::mem::replace(&mut self.needs, !lenient);
            let value = self.expr(argument, dot, reports_missing);
            self.needs = outer;
            if matches!(name, "and" | "or") {
                // The next argument is evaluated only if this one does not decide the result.
                self.guard(argument, dot, name == "and");
            }
            arguments.push((value, argument.whole()));
        }
        self.guards.truncate(guarded);
        match (piped, arguments.as_slice()) {
            (Some(piped), [(written, _)]) if takes_the_piped_first(name, &piped.0.of, &written.of) => {
                arguments.insert(0, piped);
            }
            (piped, _) => arguments.extend(piped),
        }
        self.result(name, command, arguments)
    }

    fn result(&mut self, name: &str, command: &Command, arguments: Vec<Argument>) -> Type {
        if let Some(takes) = takes(name) {
            for (i, (value, span)) in arguments.iter().enumerate() {
                if let Some(wanted) = takes.get(i) {
                    self.fits(name, i, value, *span, wanted);
                }
            }
        }
        let first = arguments.first().map(|(value, _)| value.of.clone());
        match name {
            "not" => Type::of(Alt::Bool),
            "eq" | "ne" => {
                self.equal(name, &arguments);
                Type::of(Alt::Bool)
            }
            "lt" | "le" | "gt" | "ge" => {
                self.ordered(name, &arguments);
                Type::of(Alt::Bool)
            }
            "and" | "or" => {
                let all = arguments.into_iter().map(|(value, _)| value.of);
                all.reduce(Type::or).unwrap_or_else(Type::any)
            }
            "default" => {
                let mut all = arguments.into_iter().map(|(value, _)| value.of);
                match (all.next(), all.next()) {
                    (Some(fallback), Some(value)) => value.present().or(fallback),
                    _ => Type::any(),
                }
            }
            "len" => Type::of(Alt::Integer),
            "slice" => match first {
                Some(value) => value.present(),
                None => Type::any(),
            },
            "index" => self.index(command, arguments),
            "split" => Type::string_list(),
            "print" | "println" | "printf" | "html" | "js" | "urlquery" => {
                for (value, _) in &arguments {
                    self.shown(&value.of);
                }
                Type::of(Alt::String)
            }
            "join" | "upper" | "lower" | "title" => Type::of(Alt::String),
            _ => Type::any(),
        }
    }

    fn fits(&mut self, name: &str, at: usize, value: &Value, span: Span, wanted: &ArgumentType) {
        if value.of.is_unknown() {
            return;
        }
        let others = value.of.alts.iter().filter(|alt| **alt != Alt::Nil);
        let (good, bad): (Vec<&Alt>, Vec<&Alt>) = others.partition(|alt| (wanted.takes)(alt));
        if !bad.is_empty() || good.is_empty() {
            let diagnostic = bad_argument::at(span, name, at, wanted.words, &value.of, !good.is_empty());
            return self.report.diagnostics.push(diagnostic);
        }
        self.must_exist(&value.of, span, &format!("\"{name}\""));
    }

    fn equal(&mut self, name: &str, arguments: &[Argument]) {
        for (value, span) in arguments {
            let lists = |alt: &Alt| matches!(alt, Alt::List(_) | Alt::ListOf(_) | Alt::Object(_));
            if !value.of.is_unknown() && value.of.alts.iter().all(lists) {
                return self.report.diagnostics.push(bad_argument::not_comparable(*span, name, &value.of));
            }
        }
        let Some(((first, _), rest)) = arguments.split_first() else { return };
        for (other, span) in rest {
            if !may_be_equal(&first.of, &other.of) {
                self.report.diagnostics.push(bad_argument::never_equal(*span, name, &first.of, &other.of));
            }
        }
    }

    fn ordered(&mut self, name: &str, arguments: &[Argument]) {
        for (value, span) in arguments {
            if value.of.is_unknown() {
                continue;
            }
            let orders = |alt: &Alt| matches!(alt, Alt::Integer | Alt::Number | Alt::String);
            if !value.of.alts.iter().any(orders) {
                self.report.diagnostics.push(bad_argument::no_order(*span, name, &value.of));
                return;
            }
            self.must_exist(&value.of, *span, &format!("\"{name}\""));
        }
        if let [(a, _), (b, span)] = arguments
            && !may_be_equal(&a.of, &b.of)
        {
            self.report.diagnostics.push(bad_argument::never_equal(*span, name, &a.of, &b.of));
        }
    }

    /// The type of the result of `index`. Literal keys are fields.
    fn index(&mut self, command: &Command, arguments: Vec<Argument>) -> Type {
        let written = command.arguments.len();
        let mut arguments = arguments.into_iter();
        let Some((mut value, mut whole)) = arguments.next() else { return Type::any() };
        for (i, (key, span)) in arguments.enumerate() {
            self.must_exist(&value.of, whole, "\"index\"");
            let literal = command.arguments.get(i + 1).filter(|_| i + 1 < written);
            let name = literal.and_then(|e| match &e.kind {
                Kind::String(text) if e.steps.is_empty() => Some(text.as_str()),
                _ => None,
            });
            let objects = value.of.alts.iter().all(|a| matches!(a, Alt::Object(_) | Alt::Nil));
            value = match name {
                Some(name) if objects && !value.of.is_unknown() => {
                    let inside = Span::new(span.start as usize + 1, (span.end as usize).saturating_sub(1));
                    self.field(value, name, inside, true)
                }
                _ => {
                    self.indexed(&value, whole, &key, span);
                    self.shown(&value.of);
                    let items = value.of.alts.iter().map(|alt| match alt {
                        Alt::String => Type::of(Alt::Integer),
                        Alt::Object(_) => Type::any(),
                        alt => self.shapes.items(alt),
                    });
                    Value { of: items.reduce(Type::or).unwrap_or_else(Type::any), place: None }
                }
            };
            whole.end = span.end;
        }
        value.of
    }

    fn indexed(&mut self, value: &Value, whole: Span, key: &Value, span: Span) {
        if value.of.is_unknown() {
            return;
        }
        let has_items = |alt: &Alt| {
            matches!(alt, Alt::List(_) | Alt::ListOf(_) | Alt::Object(_) | Alt::String | Alt::Nil)
        };
        if !value.of.alts.iter().any(has_items) {
            let diagnostic = bad_argument::at(whole, "index", 0, "a list or an object", &value.of, false);
            return self.report.diagnostics.push(diagnostic);
        }
        let by_number = value.of.alts.iter().all(|a| !matches!(a, Alt::Object(_)));
        let wrong = |alt: &Alt| match by_number {
            true => matches!(alt, Alt::String | Alt::Bool | Alt::Object(_) | Alt::List(_) | Alt::ListOf(_)),
            false => matches!(alt, Alt::Bool | Alt::Object(_) | Alt::List(_) | Alt::ListOf(_)),
        };
        if !key.of.is_unknown() && key.of.alts.iter().all(wrong) {
            let wanted = if by_number { "an integer" } else { "a string" };
            self.report.diagnostics.push(bad_argument::at(span, "index", 1, wanted, &key.of, false));
        }
    }
}

/// Whether a function accepts a missing value.
pub(super) fn is_lenient(name: &str) -> bool {
    matches!(name, "and" | "or" | "not" | "eq" | "ne" | "default")
}

/// Whether the piped value is the first argument, before the written one. The renderer decides the same way.
fn takes_the_piped_first(name: &str, piped: &Type, written: &Type) -> bool {
    let is_text = |of: &Type| !of.alts.is_empty() && of.alts.iter().all(|alt| *alt == Alt::String);
    match name {
        "split" => true,
        "join" => !is_text(piped) || is_text(written),
        _ => false,
    }
}

/// The type of an argument.
struct ArgumentType {
    words: &'static str,
    takes: fn(&Alt) -> bool,
}

const STRING: ArgumentType = ArgumentType { words: "a string", takes: |alt| matches!(alt, Alt::String) };
const LIST: ArgumentType =
    ArgumentType { words: "a list", takes: |alt| matches!(alt, Alt::List(_) | Alt::ListOf(_)) };
const INTEGER: ArgumentType = ArgumentType { words: "an integer", takes: |alt| matches!(alt, Alt::Integer) };
const SIZED: ArgumentType = ArgumentType {
    words: "a list, an object or a string",
    takes: |alt| matches!(alt, Alt::List(_) | Alt::ListOf(_) | Alt::Object(_) | Alt::String),
};
const SLICED: ArgumentType = ArgumentType {
    words: "a list or a string",
    takes: |alt| matches!(alt, Alt::List(_) | Alt::ListOf(_) | Alt::String),
};

/// The types of the arguments of functions whose arguments have one type.
fn takes(name: &str) -> Option<&'static [ArgumentType]> {
    Some(match name {
        "upper" | "lower" | "title" | "printf" => &[STRING],
        "split" => &[STRING, STRING],
        "join" => &[LIST, STRING],
        "len" => &[SIZED],
        "slice" => &[SLICED, INTEGER, INTEGER],
        _ => return None,
    })
}

/// Whether two values can be compared without an error, for some of their types.
fn may_be_equal(a: &Type, b: &Type) -> bool {
    let class = |alt: &Alt| match alt {
        Alt::Any => None,
        Alt::Nil => Some(0),
        Alt::Bool => Some(1),
        Alt::Integer | Alt::Number => Some(2),
        Alt::String => Some(3),
        _ => Some(4),
    };
    a.is_unknown()
        || b.is_unknown()
        || a.optional
        || b.optional
        || a.alts
            .iter()
            .any(|a| b.alts.iter().any(|b| class(a) == class(b) || *a == Alt::Nil || *b == Alt::Nil))
}
