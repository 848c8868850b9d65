//! `agmark.markdownlang.run`: runs a program from an editor.
//!
//! An editor with forms sends the input with the command. In all other editors the user writes the input into a
//! document, whose code action runs the program. If the editor cannot ask questions either, the document shows what the
//! run starts and calls, and choosing the action is the consent.

mod code_actions;
mod commands;
mod consent;
pub mod findings;
mod input;
mod input_document;
mod progress;
mod saved_inputs;

use std::path::Path;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};

use agmark_lsp::{CommandOffer, OpenDocument, Task, TaskContext};
use agmark_run::consent::plain;
use agmark_run::{Agent, Finished, Job, Plan, Recording, Redactor};
use agmark_syntax::{Command, NewDocument, Outcome};
use serde_json::Value;

use crate::run::follow::{EventSender, block_on, follow};
use crate::run::{plan, sandbox};
use commands::{DRY_RUN, RUN};
use consent::Answer;

/// Runs programs.
pub struct Run;

impl Task for Run {
    fn commands(&self) -> &'static [Command] {
        &[
            Command {
                id: RUN,
                title: "Run this program",
                help: "Runs the program after a look at what it would start and call. `input` is its input; with `last` \
                       set, it is that of the last run; without either, a document opens in which it is written, and whose \
                       code action runs the program. Gives the result, and the summary beside it.",
            },
            Command {
                id: DRY_RUN,
                title: "Show the first request",
                help: "Gives the request that a run would begin with. Nothing is started and no question is asked. `input` \
                       is as for a run; without one, it is that of the last run, or a sample.",
            },
        ]
    }

    fn offers(&self, document: &OpenDocument<'_>) -> Vec<CommandOffer> {
        code_actions::for_document(document)
    }

    fn run(&self, command: &str, context: &TaskContext<'_>) -> Result<Outcome, String> {
        let named = context.path().ok_or("name the program: the argument `uri`")?;
        let of_form = saved_inputs::program_of(&named);
        let form = of_form.as_ref().and_then(|_| context.text(&named));
        let path = of_form.as_deref().unwrap_or(&named);
        context.publish(findings::SOURCE, Vec::new());
        let (plan, (events, heard)) = (plan(path)?, channel());
        require_saved(context, path, &plan)?;
        let agent = Arc::clone(plan.agent());
        let redactor = Redactor::new(plan.settings().endpoint.key.as_ref());
        if command == DRY_RUN {
            let input = input::or_sample(context, &agent, form.as_deref())?;
            return dry_run(&plan, &input, &redactor);
        }
        let Some(input) = input::find(context, &agent, form.as_deref())? else {
            return input_document::open(context, &plan);
        };
        match consent::ask(context, &plan, form.as_deref())? {
            Answer::Yes => {}
            Answer::No => return Ok(Outcome::Message("The program was not run.".to_owned())),
            Answer::NotAsked => return input_document::open(context, &plan),
        }
        saved_inputs::save(&agent.path, Some(&input))?;
        let watch = Arc::new(EventSender(Mutex::new(events)));
        let job = Job {
            approved: plan.approve(),
            input,
            recording: Recording::Off,
            watch,
            person: None,
            python: sandbox(),
        };
        let finished = block_on(follow(job, context, heard))?;
        finish(context, &agent, &finished, &redactor)
    }
}

/// Whether a document is the input document of a program.
pub fn is_input(path: &Path) -> bool {
    saved_inputs::program_of(path).is_some()
}

/// Checks that the program and its imports are saved, because they are run from their files.
fn require_saved(context: &TaskContext<'_>, path: &Path, plan: &Plan) -> Result<(), String> {
    let bare = |text: &str| text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
    for agent in plan.agent().all() {
        let is_main = agent.path == plan.agent().path;
        let shown = if is_main { path } else { &agent.path };
        let text = context.text(shown).filter(|_| context.is_open(shown));
        if text.is_some_and(|text| bare(&text) != bare(agent.program.text())) {
            let name = shown.file_name().unwrap_or_default().to_string_lossy();
            return Err(format!("save {} first: programs are run from their files", plain(&name)));
        }
    }
    Ok(())
}

fn dry_run(plan: &Plan, input: &Value, redactor: &Redactor) -> Result<Outcome, String> {
    let dry = plan.first_request(input, sandbox()).map_err(|error| redactor.text(&error.to_string()))?;
    let unknown = dry.unknown.iter().map(|name| format!("without the tools of {name}"));
    let note = unknown.collect::<Vec<_>>().join(", ");
    Ok(Outcome::Document(json_document("request.json", &dry.request, note)))
}

fn finish(
    context: &TaskContext<'_>,
    agent: &Agent,
    finished: &Finished,
    redactor: &Redactor,
) -> Result<Outcome, String> {
    context.publish(findings::SOURCE, findings::of(agent, finished, redactor));
    let summary = serde_json::to_value(&finished.summary).unwrap_or_default();
    let note = format!("{} tokens, {}", finished.summary.tokens.total, finished.summary.duration);
    match &finished.result {
        Ok(value) => {
            context.show(&json_document("summary.json", &redactor.value(&summary), String::new()));
            Ok(Outcome::Document(json_document("result.json", &redactor.value(value), note)))
        }
        Err(error) => Err(redactor.text(&error.to_string())),
    }
}

fn json_document(name: &str, value: &Value, note: String) -> NewDocument {
    NewDocument { name: name.to_owned(), language: "json".to_owned(), text: format!("{value:#}\n"), note }
}
