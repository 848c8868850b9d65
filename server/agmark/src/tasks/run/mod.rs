//! `agmark.markdownlang.run`: a program is run from an editor.
//!
//! An editor with forms gives the input with the command. For all others the input is written into a document, whose
//! code action runs the program; where the editor cannot ask questions either, the document shows what the run would
//! start and call, and choosing the action is the yes to it.

mod asked;
mod attended;
mod findings;
mod form;
mod input;
mod kept;
mod offers;

use std::path::Path;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex};

use agmark_lsp::{Context, Looked, Offer, Task};
use agmark_run::events::Event;
use agmark_run::{
    Agent, Api, BASE_URL_VARIABLE, Endpoint, Finished, Job, KEY_VARIABLE, Limits, Redactor, Settings, Tape,
};
use agmark_syntax::{Command, Outcome, Written};
use serde_json::Value;

use crate::run::{guarding, sandbox};
use asked::{Answer, Question};

const RUN: &str = "agmark.markdownlang.run";
const DRY_RUN: &str = "agmark.markdownlang.dryRun";

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
                help: "Gives the request that a run would begin with. Nothing is started and nobody is asked. `input` \
                       is as for a run; without one, it is that of the last run, or a sample.",
            },
        ]
    }

    fn offers(&self, document: &Looked<'_>) -> Vec<Offer> {
        offers::of(document)
    }

    fn run(&self, command: &str, context: &Context<'_>) -> Result<Outcome, String> {
        let named = context.path().ok_or("name the program: the argument `uri`")?;
        let of_form = kept::program_of(&named);
        let form = of_form.as_ref().and_then(|_| context.text(&named));
        let path = of_form.as_deref().unwrap_or(&named);
        saved(context, path)?;
        context.publish(findings::SOURCE, Vec::new());
        let agent = Agent::load(path, Limits::default().depth).map_err(|error| error.to_string())?;
        let (endpoint, (events, heard)) = (endpoint(), channel());
        let redactor = Redactor::new(endpoint.key.as_ref());
        if command == DRY_RUN {
            let input = input::or_sample(context, &agent, form.as_deref())?;
            return dry_run(job(path, input, endpoint, events), &redactor);
        }
        let question = Question::of(&agent, &endpoint);
        let Some(input) = input::find(context, &agent, form.as_deref())? else {
            return form::present(context, &agent, &question.does);
        };
        match question.ask(context, form.as_deref())? {
            Answer::Yes => {}
            Answer::No => return Ok(Outcome::Said("The program was not run.".to_owned())),
            Answer::Unasked => return form::present(context, &agent, &question.does),
        }
        kept::keep(&agent.path, Some(&input))?;
        let finished = block_on(attended::run(job(path, input, endpoint, events), context, heard))?;
        finish(context, &agent, &finished, &redactor)
    }
}

/// Whether a document is one in which a program's input is written.
pub fn is_input(path: &Path) -> bool {
    kept::program_of(path).is_some()
}

/// Programs are run from their files: what is on the screen must be there too.
fn saved(context: &Context<'_>, path: &Path) -> Result<(), String> {
    let shown = context.text(path);
    match std::fs::read_to_string(path) {
        Ok(kept) if shown.is_none_or(|shown| shown == kept) => Ok(()),
        Ok(_) => Err("save the program first: it is run from its file".to_owned()),
        Err(error) => Err(format!("cannot read {}: {error}", path.display())),
    }
}

/// The key and the address come from the environment of the server, as its user set it.
fn endpoint() -> Endpoint {
    let from = |name: &str| std::env::var(name).ok();
    Endpoint::new(from(BASE_URL_VARIABLE).as_deref(), from(KEY_VARIABLE).as_deref(), Api::default())
}

fn job(path: &Path, input: Value, endpoint: Endpoint, events: Sender<Event>) -> Job {
    let limits = Limits::default();
    Job {
        settings: Settings { endpoint, model: None, limits, launcher: guarding() },
        program: path.to_owned(),
        input,
        tape: Tape::Off,
        watch: Arc::new(attended::Ear(Mutex::new(events))),
        python: sandbox(),
    }
}

fn block_on<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the run cannot begin: {error}"))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    Ok(done)
}

fn dry_run(job: Job, redactor: &Redactor) -> Result<Outcome, String> {
    let dry = block_on(job.dry_run(false))?.map_err(|error| redactor.text(&error.to_string()))?;
    let unknown = dry.unknown.iter().map(|name| format!("without the tools of {name}"));
    let note = unknown.collect::<Vec<_>>().join(", ");
    Ok(Outcome::Written(written("request.json", &dry.request, note)))
}

fn finish(
    context: &Context<'_>,
    agent: &Agent,
    finished: &Finished,
    redactor: &Redactor,
) -> Result<Outcome, String> {
    context.publish(findings::SOURCE, findings::of(agent, finished, redactor));
    let summary = serde_json::to_value(&finished.summary).unwrap_or_default();
    let note = format!("{} tokens, {}", finished.summary.tokens.total, finished.summary.duration);
    match &finished.result {
        Ok(value) => {
            context.show(&written("summary.json", &redactor.value(&summary), String::new()));
            Ok(Outcome::Written(written("result.json", &redactor.value(value), note)))
        }
        Err(error) => Err(redactor.text(&error.to_string())),
    }
}

fn written(name: &str, value: &Value, note: String) -> Written {
    Written { name: name.to_owned(), language: "json".to_owned(), text: format!("{value:#}\n"), note }
}
