//! What is offered as code actions: in a program, and in the document that its input is written in.

use std::sync::Arc;

use agmark_lsp::{Looked, Offer};
use agmark_markdownlang::Program;
use agmark_run::{Agent, Limits};
use serde_json::{Value, json};

use super::asked::Question;
use super::{DRY_RUN, RUN, endpoint, form, kept};

/// What can be done with a document.
pub fn of(document: &Looked<'_>) -> Vec<Offer> {
    match kept::program_of(document.path) {
        Some(program) => Agent::load(&program, Limits::default().depth)
            .map(|agent| of_form(document, &agent))
            .unwrap_or_else(|_| vec![offer(form::RUN, RUN, json!({}))]),
        None if document.format == Some("markdownlang") => of_program(document),
        None => Vec::new(),
    }
}

fn of_program(document: &Looked<'_>) -> Vec<Offer> {
    let program = Program::read(&document.text.to_string());
    let is_program = program.input != Value::Bool(true) || program.output != Value::Bool(true);
    if !is_program || !document.path.is_absolute() {
        return Vec::new();
    }
    let path = std::fs::canonicalize(document.path).unwrap_or_else(|_| document.path.to_owned());
    let mut all = vec![offer("run this program", RUN, json!({}))];
    if kept::last(&path).is_some() {
        all.push(offer("run with the last input", RUN, json!({ "last": true })));
    }
    all.push(offer("show the first request", DRY_RUN, json!({})));
    all
}

/// Where the editor cannot ask, the action itself is the yes: only where the document shows what it is to.
fn of_form(document: &Looked<'_>, agent: &Arc<Agent>) -> Vec<Offer> {
    let question = Question::of(agent, &endpoint());
    let needs_yes = !document.asks && !kept::is_allowed(&question.mark);
    let run = if needs_yes && form::shows(&document.text.to_string(), &question.does) {
        let title = format!("allow what stands here, and {}", form::RUN);
        offer(&title, RUN, json!({ "allow": question.mark }))
    } else {
        offer(form::RUN, RUN, json!({}))
    };
    vec![run, offer("show the first request", DRY_RUN, json!({}))]
}

fn offer(title: &str, command: &'static str, options: Value) -> Offer {
    Offer { title: title.to_owned(), command, options }
}
