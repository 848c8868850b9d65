//! `agmark markdownlang render`, and recorded runs.

use agmark_markdownlang::{Program, render, sample};
use serde_json::{Value, json};

use super::{Request, counted};

/// The prompt for an `input`, or for a sample that matches the input schema.
pub fn prompt(request: &Request) -> Result<Value, String> {
    let program = Program::load(request.text("text")).map_err(|error| error.to_string())?;
    let given = Some(request.text("input")).filter(|input| !input.trim().is_empty());
    let given = given.map(serde_json::from_str).transpose().map_err(|error| format!("the input: {error}"))?;
    let input = given.unwrap_or_else(|| sample(&program.input));
    let mut answer = counted(&prompt_for(&program, &input)?);
    answer["input"] = input;
    Ok(answer)
}

fn prompt_for(program: &Program, input: &Value) -> Result<String, String> {
    let wrong = program.check_input(&program.with_defaults(input))?;
    if !wrong.is_empty() {
        let each = wrong.iter().map(|one| {
            let place = if one.pointer.is_empty() { "the input" } else { &one.pointer };
            format!("{place}: {}", one.message)
        });
        return Err(each.collect::<Vec<_>>().join("\n"));
    }
    render(program, input).map_err(|error| format!("{}: {}", error.line, error.message))
}

/// The steps of a run: the prompt of the program as it is now, then what the `recording` has of the model and the tools.
/// Says whether the program still asks what it asked when it was recorded.
pub fn replay(request: &Request) -> Result<Value, String> {
    let program = Program::load(request.text("text")).map_err(|error| error.to_string())?;
    let recording = request.text("recording").lines().filter(|line| !line.trim().is_empty());
    let entries = recording.map(serde_json::from_str::<Value>).collect::<Result<Vec<_>, _>>();
    let entries = entries.map_err(|error| format!("invalid recording: {error}"))?;
    let of = |name: &str| entries.iter().filter_map(|entry| entry.get(name)).cloned().collect::<Vec<_>>();
    let input = of("input").into_iter().next().unwrap_or_else(|| sample(&program.input));
    let prompt = prompt_for(&program, &input)?;
    let requests = of("model");
    let first = requests.first().and_then(|model| model.get("request"));
    let same = first.is_some_and(|request| says(request, &prompt));
    let steps: Vec<Value> = entries.iter().filter_map(step).collect();
    let output = requests.iter().rev().find_map(|model| reply(model)).unwrap_or_default();
    let output: Value = serde_json::from_str(&output).unwrap_or(Value::String(output));
    let wrong = program.check_output(&output)?;
    let wrong: Vec<_> = wrong.iter().map(|one| format!("{}: {}", one.pointer, one.message)).collect();
    Ok(json!({
        "input": input,
        "prompt": counted(&prompt),
        "same": same,
        "steps": steps,
        "output": output,
        "wrong": wrong,
    }))
}

/// Whether a text is one of the texts in a value.
fn says(value: &Value, text: &str) -> bool {
    match value {
        Value::String(said) => said.contains(text.trim()),
        Value::Array(values) => values.iter().any(|value| says(value, text)),
        Value::Object(members) => members.values().any(|value| says(value, text)),
        _ => false,
    }
}

/// A line of the recording for a person; none for what is shown elsewhere.
fn step(entry: &Value) -> Option<Value> {
    if let Some(tool) = entry.get("tool") {
        let outcome = tool.get("outcome")?;
        let result = outcome.get("ok").or_else(|| outcome.get("error"))?;
        return Some(json!({
            "tool": tool.get("name"), "arguments": tool.get("arguments"), "result": result,
            "failed": outcome.get("error").is_some(),
        }));
    }
    let model = entry.get("model")?;
    let calls: Vec<_> = find(model.get("answer")?, "tool_calls")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|call| find(call, "name"))
        .collect();
    Some(json!({ "model": reply(model), "calls": calls }))
}

/// The text of a recorded reply.
fn reply(model: &Value) -> Option<String> {
    find(model.get("answer")?, "content").and_then(Value::as_str).map(str::to_owned)
}

/// The first member with this name, at any depth.
fn find<'a>(value: &'a Value, name: &str) -> Option<&'a Value> {
    match value {
        Value::Object(members) => {
            members.get(name).or_else(|| members.values().find_map(|member| find(member, name)))
        }
        Value::Array(values) => values.iter().find_map(|value| find(value, name)),
        _ => None,
    }
}
