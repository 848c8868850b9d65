//! Prompts: texts that a person starts a task with.

use rmcp::model::{
    ErrorData, GetPromptRequestParams, GetPromptResult, ListPromptsResult, Prompt, PromptArgument,
    PromptMessage, Role,
};
use serde_json::{Map, Value};

use agmark_syntax::nearest;

/// A text with arguments: `{path}` stands for the argument `path`.
#[derive(Clone, Copy, Debug)]
pub struct PromptText {
    pub name: &'static str,
    pub title: &'static str,
    pub description: &'static str,
    pub arguments: &'static [PromptInput],
    pub text: &'static str,
}

/// An argument of a prompt.
#[derive(Clone, Copy, Debug)]
pub struct PromptInput {
    pub name: &'static str,
    pub description: &'static str,
    pub required: bool,
}

pub fn list(prompts: &[PromptText]) -> ListPromptsResult {
    let listed = prompts.iter().map(|prompt| {
        let arguments = prompt.arguments.iter().map(|argument| {
            PromptArgument::new(argument.name)
                .with_description(argument.description)
                .with_required(argument.required)
        });
        Prompt::new(prompt.name, Some(prompt.description), Some(arguments.collect())).with_title(prompt.title)
    });
    ListPromptsResult::with_all_items(listed.collect())
}

/// A prompt with its arguments.
///
/// # Errors
/// If the prompt does not exist, or an argument is missing or unknown.
pub fn get(prompts: &[PromptText], request: &GetPromptRequestParams) -> Result<GetPromptResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let names = || prompts.iter().map(|prompt| prompt.name);
    let Some(prompt) = prompts.iter().find(|prompt| prompt.name == request.name) else {
        let near = nearest::nearest(&request.name, names());
        let next = near.map_or("list the prompts".to_owned(), |near| format!("did you mean {near}?"));
        return Err(invalid(format!("unknown prompt {}; {next}", request.name)));
    };
    let no_arguments = Map::new();
    let given = request.arguments.as_ref().unwrap_or(&no_arguments);
    let known = |name: &String| prompt.arguments.iter().any(|argument| argument.name == name);
    if let Some(name) = given.keys().find(|name| !known(name)) {
        let all: Vec<_> = prompt.arguments.iter().map(|argument| argument.name).collect();
        return Err(invalid(format!("unknown argument {name}; {} has {}", prompt.name, all.join(", "))));
    }
    let mut text = prompt.text.to_owned();
    for argument in prompt.arguments {
        let value = match given.get(argument.name) {
            Some(Value::String(value)) => value.clone(),
            Some(value) => value.to_string(),
            None if argument.required => {
                return Err(invalid(format!("missing argument {}: {}", argument.name, argument.description)));
            }
            None => String::new(),
        };
        text = text.replace(&format!("{{{}}}", argument.name), &value);
    }
    let message = PromptMessage::new_text(Role::User, text);
    Ok(GetPromptResult::new(vec![message]).with_description(prompt.description))
}
