//! Calls of functions. `and` and `or` do not evaluate all of their arguments.

use super::fault::{Fault, fault};
use super::functions;
use super::interpreter::Interpreter;
use super::value::Val;
use crate::syntax::ast::Command;

impl<'a> Interpreter<'a> {
    pub(super) fn function(
        &mut self,
        command: &'a Command,
        name: &str,
        dot: &Val<'a>,
        piped: Option<Val<'a>>,
    ) -> Result<Val<'a>, Fault> {
        if matches!(name, "and" | "or") {
            return self.shortcut(command, name, dot, piped);
        }
        let mut values = Vec::with_capacity(command.arguments.len() + 1);
        for argument in &command.arguments {
            values.push(self.expr(argument, dot)?);
        }
        match piped {
            Some(piped) if values.len() == 1 && takes_the_piped_first(name, &piped, &values[0]) => {
                values.insert(0, piped);
            }
            piped => values.extend(piped),
        }
        functions::call(name, command.head.span, values)
    }

    /// `and` and `or` stop at the first value that decides the result.
    fn shortcut(
        &mut self,
        command: &'a Command,
        name: &str,
        dot: &Val<'a>,
        piped: Option<Val<'a>>,
    ) -> Result<Val<'a>, Fault> {
        let mut last = None;
        for argument in &command.arguments {
            let value = self.expr(argument, dot)?;
            if value.truth() == (name == "or") {
                return Ok(value);
            }
            last = Some(value);
        }
        match piped.or(last) {
            Some(value) => Ok(value),
            None => fault(command.head.span, format!("`{name}` takes at least 1 argument, found none")),
        }
    }
}

/// Whether the piped value is the first argument, before the written one: `.text | split ","`, `.list | join ","`. In Go the
/// piped value is always the last argument: `"," | join .list`.
fn takes_the_piped_first(name: &str, piped: &Val<'_>, written: &Val<'_>) -> bool {
    match name {
        "split" => true,
        "join" => !(piped.str().is_some() && written.json().is_array()),
        _ => false,
    }
}
