//! Functions with their arguments, among them those that do not look at all of them.

use super::{Fault, State, Val, fault, functions};
use crate::syntax::ast::Command;

impl<'a> State<'a> {
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

    /// `and` and `or` stop at the first value that decides.
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
            None => fault(command.head.span, format!("\"{name}\" takes at least 1 argument and gets none")),
        }
    }
}

/// Whether what is piped comes before the argument that is written: `.text | split ","`, `.list | join ","`. The other
/// way round, `"," | join .list` is what Go's own functions would take.
fn takes_the_piped_first(name: &str, piped: &Val<'_>, written: &Val<'_>) -> bool {
    match name {
        "split" => true,
        "join" => !(piped.str().is_some() && written.json().is_array()),
        _ => false,
    }
}
