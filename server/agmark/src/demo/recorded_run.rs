//! Shows a run of a program from a recording, step by step.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use agmark_run::events::Event;
use agmark_run::{
    Api, CancellationToken, Endpoint, Execution, Finished, Interpreter, Job, Launcher, Limits, Plan,
    Recording, Settings, Stop, Summary,
};
use agmark_task::Watch;
use anyhow::{Context, anyhow};
use serde_json::Value;

use super::draw;
use super::files::{self, INPUT, PROGRAM, RECORDING};
use super::presenter::Presenter;
use crate::report::counted;
use crate::terminal::{DIM, plain};

/// A run that has ended.
pub struct Recorded {
    events: Vec<Event>,
    result: Value,
    summary: Summary,
}

/// Runs the program in `folder` from the recording, without a model and without servers.
///
/// # Errors
/// When it has no result.
pub fn run(folder: &Path) -> anyhow::Result<Recorded> {
    let heard = Arc::new(Heard::default());
    let input = serde_json::from_str(files::text(INPUT))?;
    let settings = Settings {
        endpoint: Endpoint::new(None, None, Api::default()),
        model: None,
        limits: Limits::default(),
        launcher: Launcher::default(),
        sign_ins: None,
    };
    let job = Job {
        // A recording starts and calls nothing.
        approved: Plan::load(&folder.join(PROGRAM), settings)?.approve(),
        input,
        recording: Recording::parse(files::text(RECORDING)).map_err(|error| anyhow!(error))?,
        watch: heard.clone(),
        person: None,
        python: Some(Arc::new(OnTape)),
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let Finished { result, summary, .. } = runtime.block_on(job.run(CancellationToken::new()));
    let result = result.context("the program of the demo has no result")?;
    Ok(Recorded { events: heard.all(), result, summary })
}

impl Recorded {
    /// Shows each request and each reply.
    pub fn show_rounds(&self, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
        let mut rounds = 0;
        for event in &self.events {
            if let Event::Message { program, what, text } = event {
                let value: Value = serde_json::from_str(text).unwrap_or_default();
                if *what == "request" {
                    rounds += 1;
                    requested(program, rounds, &value, presenter)?;
                } else {
                    replied(&value, presenter)?;
                }
            }
        }
        Ok(())
    }

    pub fn show_result(&self, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
        let text = format!("{:#}", self.result);
        let text = text.lines().map(|line| draw::cut(line, presenter.look.width - 2));
        let text: String = text.map(|line| format!("  {line}\n")).collect();
        presenter.show(text)?;
        presenter.say(in_words(&self.summary))
    }
}

/// A request: its last message is the result of a tool.
fn requested(
    program: &str,
    round: u32,
    request: &Value,
    presenter: &mut Presenter<impl Write>,
) -> io::Result<()> {
    let last = request.get("messages").and_then(Value::as_array).and_then(|all| all.last());
    if let Some(message) = last.filter(|message| message.get("role").is_some_and(|role| role == "tool")) {
        heard_back(message, presenter)?;
    }
    presenter.wire(&format!("round {round}"), format_args!("{program} calls the model"))
}

fn replied(reply: &Value, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
    let calls = reply.pointer("/choices/0/message/tool_calls").and_then(Value::as_array);
    calls.into_iter().flatten().try_for_each(|call| called(call, presenter))
}

/// Shows the tool call of the model.
fn called(call: &Value, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
    let text = |pointer: &str| call.pointer(pointer).and_then(Value::as_str).unwrap_or_default();
    let arguments: Value = serde_json::from_str(text("/function/arguments")).unwrap_or_default();
    presenter.wire(text("/function/name"), "called by the model with this code:")?;
    barred(arguments.get("code").and_then(Value::as_str).unwrap_or_default(), presenter)
}

/// What the tool gave.
fn heard_back(message: &Value, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
    let result = message.get("content").and_then(Value::as_str).unwrap_or_default();
    let result: Value = serde_json::from_str(result).unwrap_or_default();
    presenter.say("The code prints:")?;
    barred(result.get("stdout").and_then(Value::as_str).unwrap_or_default(), presenter)
}

fn barred(text: &str, presenter: &mut Presenter<impl Write>) -> io::Result<()> {
    let bar = presenter.look.paint(DIM, "│").to_string();
    text.lines().try_for_each(|line| presenter.show(format_args!("  {bar} {}\n", plain(line))))
}

/// The summary without its times, because no model was called.
fn in_words(summary: &Summary) -> String {
    let cost = summary.tokens.cost.map(|cost| format!(", ${cost:.4}")).unwrap_or_default();
    format!(
        "{}, {}, {} tokens of {}{cost}.",
        counted(summary.iterations as usize, "round"),
        counted(summary.tools_called as usize, "tool call"),
        summary.tokens.total,
        summary.model,
    )
}

/// Python whose results are in the recording.
struct OnTape;

impl Interpreter for OnTape {
    fn prepare(&self, _tell: &dyn Fn(&str)) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, _code: &str, _stop: &Stop) -> Execution {
        Execution { error: Some("the recording has no result".to_owned()), ..Execution::default() }
    }

    fn memory(&self) -> u64 {
        0
    }
}

/// Remembers what happened.
#[derive(Default)]
struct Heard(Mutex<Vec<Event>>);

impl Heard {
    fn all(&self) -> Vec<Event> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Watch<Event> for Heard {
    fn on(&self, event: Event) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(event);
    }

    fn wants_details(&self) -> bool {
        true
    }
}
