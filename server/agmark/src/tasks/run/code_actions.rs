//! The code actions that run a program: in the program, and in its input document.

use agmark_lsp::{CommandOffer, OpenDocument};
use agmark_run::Plan;
use serde_json::{Value, json};

use super::commands::{DRY_RUN, RUN};
use super::{input_document, saved_inputs};
use crate::run::plan;
use crate::saved_consents;
use crate::tasks::opening::{is_program, opening};

/// The code actions of a document.
pub fn for_document(document: &OpenDocument<'_>) -> Vec<CommandOffer> {
    match saved_inputs::program_of(document.path) {
        Some(program) => plan(&program)
            .map(|plan| of_form(document, &plan))
            .unwrap_or_else(|_| vec![offer(input_document::RUN, RUN, json!({}))]),
        None if document.format == Some("markdownlang") => of_program(document),
        None => Vec::new(),
    }
}

fn of_program(document: &OpenDocument<'_>) -> Vec<CommandOffer> {
    if !is_program(&opening(document.text)) || !document.path.is_absolute() {
        return Vec::new();
    }
    let path = std::fs::canonicalize(document.path).unwrap_or_else(|_| document.path.to_owned());
    let mut all = vec![offer("run this program", RUN, json!({}))];
    if saved_inputs::last_input(&path).is_some() {
        all.push(offer("run with the last input", RUN, json!({ "last": true })));
    }
    all.push(offer("show the first request", DRY_RUN, json!({})));
    all
}

/// If the editor cannot ask, the action itself is the consent, but only if the document shows what the run does.
fn of_form(document: &OpenDocument<'_>, plan: &Plan) -> Vec<CommandOffer> {
    let mark = plan.fingerprint();
    let needs_yes = !document.asks && !saved_consents::is_allowed(&mark);
    let run = if needs_yes && input_document::shows(&document.text.to_string(), &plan.question()) {
        let title = format!("allow this run, and {}", input_document::RUN);
        offer(&title, RUN, json!({ "allow": mark }))
    } else {
        offer(input_document::RUN, RUN, json!({}))
    };
    vec![run, offer("show the first request", DRY_RUN, json!({}))]
}

fn offer(title: &str, command: &'static str, options: Value) -> CommandOffer {
    CommandOffer { title: title.to_owned(), command, options }
}
