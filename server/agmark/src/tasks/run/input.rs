//! The input of a run: given, read from the document that it was written in, kept from the last time, or still to be
//! asked for.

use agmark_lsp::TaskContext;
use agmark_markdownlang::{sample, with_defaults};
use agmark_run::Agent;
use serde_json::{Value, json};

use super::{input_document, saved_inputs};

/// The input of a run; none if the person is to be asked for it. `document` is the text of the document that it was
/// asked from, if it is one for inputs.
///
/// # Errors
/// When what stands in the document is no JSON.
pub fn find(
    context: &TaskContext<'_>,
    agent: &Agent,
    document: Option<&str>,
) -> Result<Option<Value>, String> {
    if let Some(input) = given(context) {
        return Ok(Some(input));
    }
    if let Some(text) = document {
        return input_document::input(text).map(Some);
    }
    let wants_last = context.option("last").and_then(Value::as_bool) == Some(true);
    Ok(saved_inputs::last_input(&agent.path).filter(|_| wants_last).or_else(|| nothing_to_ask(agent)))
}

/// The input of a dry run: one that fits, where none was given yet.
///
/// # Errors
/// As for a run.
pub fn or_sample(context: &TaskContext<'_>, agent: &Agent, document: Option<&str>) -> Result<Value, String> {
    let found = find(context, agent, document)?.or_else(|| saved_inputs::last_input(&agent.path));
    Ok(found.unwrap_or_else(|| sample(&agent.program.input)))
}

fn given(context: &TaskContext<'_>) -> Option<Value> {
    context.option("input").filter(|input| !input.is_null()).cloned()
}

/// A program that has no properties to fill in is given none.
fn nothing_to_ask(agent: &Agent) -> Option<Value> {
    let empty = json!({});
    let properties = agent.program.input.get("properties").and_then(Value::as_object);
    let none = properties.is_none_or(serde_json::Map::is_empty);
    (none && agent.input.fits(&with_defaults(&agent.program.input, &empty))).then_some(empty)
}
