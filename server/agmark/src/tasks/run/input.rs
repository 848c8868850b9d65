//! The input of a run: from the command, from the input document, from the last run, or still missing.

use agmark_lsp::TaskContext;
use agmark_markdownlang::{sample, with_defaults};
use agmark_run::Agent;
use serde_json::{Value, json};

use super::{input_document, saved_inputs};

/// The input of a run; none if the user has to write it. `document` is the text of the input document from which the
/// run was started, if there is one.
///
/// # Errors
/// If the input in the document is not JSON.
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

/// The input of a dry run, or a sample.
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

/// The empty input, if the program has no properties.
fn nothing_to_ask(agent: &Agent) -> Option<Value> {
    let empty = json!({});
    let properties = agent.program.input.get("properties").and_then(Value::as_object);
    let none = properties.is_none_or(serde_json::Map::is_empty);
    (none && agent.input.fits(&with_defaults(&agent.program.input, &empty))).then_some(empty)
}
