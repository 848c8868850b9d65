//! `agmark.markdownlang.run`: a program is run from an editor that has no forms and dialogs of its own for it.

mod findings;
mod input;
mod kept;

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use agmark_lsp::{Context, Task};
use agmark_run::events::{Event, Watch};
use agmark_run::{
    Agent, Api, BASE_URL_VARIABLE, CancellationToken, Endpoint, Finished, Job, KEY_VARIABLE, Limits,
    Redactor, Settings, Tape, agreement, consent, spoken,
};
use agmark_syntax::{Command, Outcome, Written};
use serde_json::Value;

use crate::run::{guarding, sandbox};

const RUN: &str = "agmark.markdownlang.run";
const DRY_RUN: &str = "agmark.markdownlang.dryRun";

/// How often a run is looked after.
const LOOK: Duration = Duration::from_millis(50);

const YES: &str = "Run";
const NO: &str = "Do not run";

/// Runs programs.
pub struct Run;

impl Task for Run {
    fn commands(&self) -> &'static [Command] {
        &[
            Command {
                id: RUN,
                title: "Run this program",
                help: "Runs the program after a look at what it would start and call. `input` is its input; without, \
                       it is read from a file that is kept for the program, and which is opened the first time. Gives \
                       the result, and the summary beside it.",
            },
            Command {
                id: DRY_RUN,
                title: "Show the first request",
                help: "Gives the request that a run would begin with. Nothing is started and nobody is asked. `input` \
                       is as for a run.",
            },
        ]
    }

    fn run(&self, command: &str, context: &Context<'_>) -> Result<Outcome, String> {
        let path = context.path().ok_or("name the program: the argument `uri`")?;
        saved(context, &path)?;
        context.publish(findings::SOURCE, Vec::new());
        let agent = Agent::load(&path, Limits::default().depth).map_err(|error| error.to_string())?;
        let input = match input::find(context, &agent)? {
            input::Found::Input(input) => input,
            input::Found::Asked(said) => return Ok(Outcome::Said(said)),
        };
        let (events, heard) = channel();
        let job = job(&path, input, events);
        let redactor = Redactor::new(job.settings.endpoint.key.as_ref());
        if command == DRY_RUN {
            let dry = block_on(job.dry_run(false))?.map_err(|error| redactor.text(&error.to_string()))?;
            let unknown = dry.unknown.iter().map(|name| format!("without the tools of {name}"));
            let note = unknown.collect::<Vec<_>>().join(", ");
            return Ok(Outcome::Written(written("request.json", &dry.request, note)));
        }
        if !agreed(context, &agent, &job.settings.endpoint, &redactor)? {
            return Ok(Outcome::Said("The program was not run.".to_owned()));
        }
        let finished = block_on(attended(job, context, heard))?;
        finish(context, &agent, &finished, &redactor)
    }
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

/// The run: the key and the address come from the environment of the server, as its user set it.
fn job(path: &Path, input: Value, events: Sender<Event>) -> Job {
    let from = |name: &str| std::env::var(name).ok();
    let endpoint =
        Endpoint::new(from(BASE_URL_VARIABLE).as_deref(), from(KEY_VARIABLE).as_deref(), Api::default());
    let limits = Limits::default();
    Job {
        settings: Settings { endpoint, model: None, limits, launcher: guarding() },
        program: path.to_owned(),
        input,
        tape: Tape::Off,
        watch: Arc::new(Ear(Mutex::new(events))),
        python: sandbox(),
    }
}

/// Whether the person wants this run, now or by an earlier yes to exactly the same.
fn agreed(
    context: &Context<'_>,
    agent: &Arc<Agent>,
    endpoint: &Endpoint,
    redactor: &Redactor,
) -> Result<bool, String> {
    let home = std::env::home_dir().ok_or("there is no home folder: set HOME")?;
    if !agreement::is_accepted(&agreement::file(&home)) {
        return Err(agreement::REMINDER.to_owned());
    }
    let wanted = consent::wanted(agent);
    let mark = format!("{} {} {}", consent::fingerprint(&wanted), endpoint.base_url, agent.path.display());
    if kept::is_allowed(&mark) {
        return Ok(true);
    }
    let question = redactor.text(&question(agent, endpoint, &wanted));
    let yes = context.choose(&question, &[YES, NO]).as_deref() == Some(YES);
    if yes && let Err(error) = kept::allow(&mark) {
        context.log(&format!("the answer cannot be kept: {error}"));
    }
    Ok(yes)
}

fn question(agent: &Agent, endpoint: &Endpoint, wanted: &[consent::Wanted]) -> String {
    let mut text = format!("Run {}? It asks a model at {}", agent.program.name, endpoint.base_url);
    if wanted.is_empty() {
        text.push_str(" and starts nothing.");
        return text;
    }
    text.push_str(" and:");
    for one in wanted {
        let program = one.program.file_name().unwrap_or_default().to_string_lossy();
        let what = match &one.what {
            consent::What::Command { command, args, env } => {
                let env =
                    if env.is_empty() { String::new() } else { format!(", with {} set", env.join(", ")) };
                format!("starts `{command} {}`{env}", args.join(" "))
            }
            consent::What::Url { url } => format!("calls {url}"),
        };
        text.push_str(&format!("\n{what} ({program}, server {})", one.server));
    }
    text
}

fn block_on<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("the run cannot begin: {error}"))?;
    let done = runtime.block_on(work);
    runtime.shutdown_background();
    Ok(done)
}

/// Runs the job; tells what it does, and stops it when nobody waits any more.
async fn attended(job: Job, context: &Context<'_>, heard: Receiver<Event>) -> Finished {
    let cancel = CancellationToken::new();
    let mut work = std::pin::pin!(job.run(cancel.clone()));
    let mut tokens = 0;
    loop {
        tokio::select! {
            finished = &mut work => return finished,
            () = tokio::time::sleep(LOOK) => {}
        }
        if context.is_cancelled() {
            cancel.cancel();
        }
        for event in heard.try_iter() {
            tell(context, event, &mut tokens);
        }
    }
}

fn tell(context: &Context<'_>, event: Event, tokens: &mut u64) {
    let with =
        |text: String, tokens: u64| if tokens == 0 { text } else { format!("{text}, {tokens} tokens") };
    match event {
        Event::Starting { program, servers } => {
            context.progress(&format!("{program}: starting {}", servers.join(", ")), None);
        }
        Event::Asking { program, iteration } => {
            context.progress(&with(format!("{program}: round {iteration}"), *tokens), None);
        }
        Event::Calling { program, tool } => {
            context.progress(&with(format!("{program}: {tool}"), *tokens), None)
        }
        Event::Replied { tokens: all, .. } => *tokens = all,
        Event::Waiting { why, pause } => {
            context.progress(&format!("again in {}: {why}", spoken(pause)), None)
        }
        Event::Preparing { what } => context.progress(&what, None),
        Event::Notice(text) => context.log(&text),
        Event::Wire { .. } => {}
    }
}

fn finish(
    context: &Context<'_>,
    agent: &Agent,
    finished: &Finished,
    redactor: &Redactor,
) -> Result<Outcome, String> {
    let summary = serde_json::to_value(&finished.summary).unwrap_or_default();
    let note = format!("{} tokens, {}", finished.summary.tokens.total, finished.summary.duration);
    match &finished.result {
        Ok(value) => {
            context.show(&written("summary.json", &redactor.value(&summary), String::new()));
            Ok(Outcome::Written(written("result.json", &redactor.value(value), note)))
        }
        Err(error) => {
            context.publish(findings::SOURCE, findings::of(agent, error, redactor));
            Err(redactor.text(&error.to_string()))
        }
    }
}

fn written(name: &str, value: &Value, note: String) -> Written {
    Written { name: name.to_owned(), language: "json".to_owned(), text: format!("{value:#}\n"), note }
}

/// Hands events on, whoever they come from.
struct Ear(Mutex<Sender<Event>>);

impl Watch for Ear {
    fn on(&self, event: Event) {
        // Requests and replies are shown to nobody here.
        if !matches!(event, Event::Wire { .. }) {
            let sender = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = sender.send(event);
        }
    }
}
