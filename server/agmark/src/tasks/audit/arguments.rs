//! Options in the argument of a command, and what all audits of an editor share.

use agmark_lsp::TaskContext;
use serde_json::Value;

/// The error of an audit that was cancelled.
pub const CANCELLED: &str = "the audit was ended before it was done";

/// An option that is yes or no; no if it is not given.
pub fn flag(context: &TaskContext<'_>, name: &str) -> bool {
    context.option(name).and_then(Value::as_bool).unwrap_or(false)
}

/// An option that is a text.
pub fn text<'a>(context: &'a TaskContext<'_>, name: &str) -> Option<&'a str> {
    context.option(name).and_then(Value::as_str)
}

/// An option that is a number from 1 on.
pub fn number(context: &TaskContext<'_>, name: &str, otherwise: usize) -> usize {
    let given = context.option(name).and_then(Value::as_u64).filter(|number| *number > 0);
    given.and_then(|number| usize::try_from(number).ok()).unwrap_or(otherwise)
}

pub fn percent(done: usize, all: usize) -> Option<u32> {
    u32::try_from(done * 100 / all.max(1)).ok()
}
