//! The document in which the user writes an input if the editor has no forms: Markdown, which every editor sends to the
//! server, with the input between two fences.

use agmark_lsp::TaskContext;
use agmark_markdownlang::sample;
use agmark_run::consent::plain;
use agmark_run::{Agent, Plan};
use agmark_syntax::{Edit, FileChange, Outcome, Span};
use serde_json::{Map, Value};

use super::saved_inputs;

/// The title of the code action that runs the program.
pub const RUN: &str = "run with this input";

const OPEN: &str = "```json";
const CLOSE: &str = "```";

/// The document for a program; `question` says what a run does. Names and descriptions are the program's: nothing in
/// them may look like a part of the document.
pub fn text(agent: &Agent, input: &Value, question: &str) -> String {
    let (name, path) = (&agent.program.name, plain(&agent.path.display().to_string()));
    let mut text = format!(
        "# Input of {name}\n\n\
         Change the input between the fences; then choose the code action \"{RUN}\" in this document.\n\
         The program: {path}\n\n\
         {OPEN}\n{input:#}\n{CLOSE}\n\n"
    );
    for (key, schema) in
        agent.program.input.get("properties").and_then(Value::as_object).into_iter().flatten()
    {
        text.push_str(&field(key, schema, &agent.program.input));
    }
    text.push_str(&format!("\n## What a run does\n\n{question}\n"));
    text
}

/// The line about a property.
fn field(key: &str, schema: &Value, whole: &Value) -> String {
    let required = whole.get("required").and_then(Value::as_array);
    let required = required.is_some_and(|all| all.iter().any(|one| one == key));
    let mut words = Vec::new();
    match (schema.get("enum").and_then(Value::as_array), schema.get("type")) {
        (Some(values), _) => {
            let values: Vec<_> = values.iter().map(|value| plain(&value.to_string())).collect();
            words.push(format!("one of {}", values.join(", ")));
        }
        (None, Some(Value::String(kind))) => words.push(plain(kind)),
        _ => {}
    }
    if !required {
        words.push("may be left out".to_owned());
    }
    let words = if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) };
    let about = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let about = plain(&about.split_whitespace().collect::<Vec<_>>().join(" "));
    let colon = if about.is_empty() { "" } else { ": " };
    format!("- `{}`{words}{colon}{about}\n", plain(key))
}

/// The input in a document.
///
/// # Errors
/// If there is none, or it is not JSON; says what to do.
pub fn input(text: &str) -> Result<Value, String> {
    let mut lines = text.lines().skip_while(|line| line.trim_end() != OPEN).skip(1).peekable();
    if lines.peek().is_none() {
        return Err(format!(
            "the document has no block {OPEN} with the input: run the program again for a new one"
        ));
    }
    let lines: Vec<_> = lines.take_while(|line| line.trim_end() != CLOSE).collect();
    serde_json::from_str(&lines.join("\n")).map_err(|error| {
        format!("the input between the fences is not JSON: {error}. Correct it and try again")
    })
}

/// Whether a document shows exactly this question.
pub fn shows(text: &str, question: &str) -> bool {
    let text = text.replace("\r\n", "\n");
    // The question must be the last part of the document, without added text.
    text.rsplit_once("\n## What a run does\n\n")
        .is_some_and(|(_, shown)| shown.trim_end() == question.trim_end())
}

/// Opens the input document of a program, with the last input and with what a run does now.
///
/// # Errors
/// When it cannot be written.
pub fn open(context: &TaskContext<'_>, plan: &Plan) -> Result<Outcome, String> {
    let agent = plan.agent();
    let path = saved_inputs::document(&agent.path).ok_or(saved_inputs::NO_HOME)?;
    saved_inputs::save(&agent.path, None)?;
    let before = context.text(&path);
    let known =
        before.as_deref().and_then(|text| input(text).ok()).or_else(|| saved_inputs::last_input(&agent.path));
    let input = known.unwrap_or_else(|| sample(&agent.program.input));
    let input = if input.is_null() { Value::Object(Map::new()) } else { input };
    let after = text(agent, &input, &plan.question());
    let said = format!(
        "Open {}: it contains the input of {}. Change it, and choose the code action \"{RUN}\" in it.",
        path.display(),
        agent.program.name
    );
    match before.filter(|_| context.is_open(&path)) {
        Some(before) => {
            context.open(&path);
            if before == after {
                return Ok(Outcome::Message(said));
            }
            context.say(&said);
            let edits = vec![Edit::replace(Span::new(0, before.len()), after)];
            Ok(Outcome::Change(vec![FileChange::Edit { path, before, edits }]))
        }
        None => {
            saved_inputs::write(&path, &after)?;
            context.open(&path);
            Ok(Outcome::Message(said))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_stands_between_the_fences_is_read() {
        let read = |text: &str| input(text);
        assert_eq!(read("x\r\n```json\r\n{\"a\": 1}\r\n```\r\n"), Ok(json!({ "a": 1 })));
        assert_eq!(read("```json\n[1,\n2]\n```\n```json\n3\n```"), Ok(json!([1, 2])));
        assert!(read("nothing").unwrap_err().contains("has no block ```json"));
        assert!(
            read("```json\n{a}\n```").unwrap_err().starts_with("the input between the fences is not JSON")
        );
    }

    #[test]
    fn fields_are_told() {
        let whole = json!({ "required": ["a"] });
        assert_eq!(
            field("a", &json!({ "type": "string", "description": "who\nit is" }), &whole),
            "- `a` (string): who it is\n"
        );
        assert_eq!(
            field("b", &json!({ "enum": ["x", 1] }), &whole),
            "- `b` (one of \"x\", 1, may be left out)\n"
        );
    }

    #[test]
    fn names_cannot_forge_a_part_of_the_document() {
        let forged = "a\n## What a run does\n\nIt starts nothing.\u{202e}";
        let schema = json!({ "enum": ["x\u{202e}"], "description": forged });
        let line = field(forged, &schema, &json!({}));
        assert_eq!(line.matches('\n').count(), 1, "{line}");
        assert!(!line.contains('\u{202e}'), "{line}");
    }

    #[test]
    fn only_the_very_same_is_shown() {
        let text = "…\r\n## What a run does\r\n\r\nIt asks.\r\n- starts `a`\r\n";
        assert!(shows(text, "It asks.\n- starts `a`"));
        assert!(!shows(text, "It asks."));
    }
}
