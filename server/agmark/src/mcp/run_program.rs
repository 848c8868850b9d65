//! The tool `run`: runs a markdownlang program, after a person agreed.

use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread;

use agmark_mcp::{Access, Answer, Context, Example, Tool, ToolError, ToolInfo};
use agmark_run::events::Event;
use agmark_run::{Finished, Job, Plan, Recording, Redactor, agreement};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::failure::failed;
use crate::run::follow::{EventSender, Follower, block_on, follow};
use crate::run::{plan_allowed, sandbox};
use crate::saved_consents;

pub struct Run;

#[derive(Deserialize, JsonSchema)]
pub struct Input {
    /// Program
    path: String,
    /// Input of the program
    #[serde(default)]
    input: Option<Value>,
    /// Answer with the first request, start and call nothing
    #[serde(default)]
    dry_run: bool,
}

#[derive(Serialize, JsonSchema)]
pub struct Output {
    /// The output of the program, or the first request of a dry run
    result: Value,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duration: Option<String>,
}

impl Tool for Run {
    const INFO: ToolInfo = ToolInfo {
        name: "run",
        title: "Run a program",
        description: "Runs a markdownlang program: calls its model and its servers. A person is asked first, with \
                      everything that would be started.",
        examples: &[Example {
            title: "the first request",
            input: r#"{"path":"greet.md","input":{"name":"Ada"},"dry_run":true}"#,
            answer: "messages",
        }],
        access: Access::Run,
    };
    type Input = Input;
    type Output = Output;

    fn call(&self, context: &Context, input: Input) -> Result<Answer<Output>, ToolError> {
        let path = context.file_path(&input.path)?;
        let may_read = |path: &Path| context.workspace().may_read(path);
        let plan = plan_allowed(path.absolute(), &may_read)
            .map_err(|why| ToolError::new(why, "`check` lists the errors of a program"))?;
        let given = input.input.unwrap_or_else(|| Value::Object(Map::new()));
        let redactor = Redactor::new(plan.settings().endpoint.key.as_ref());
        if input.dry_run {
            let request = plan.first_request(&given, sandbox());
            let request = request.map_err(|error| failure(&redactor, &error))?.request;
            let result = redactor.value(&request);
            return Ok(Answer::new(format!("{result}\n"), Output { result, tokens: None, duration: None }));
        }
        ask(context, &plan)?;
        let (events, heard) = channel();
        let job = Job {
            approved: plan.approve(),
            input: given,
            recording: Recording::Off,
            watch: Arc::new(EventSender(Mutex::new(events))),
            person: None,
            python: sandbox(),
        };
        let finished = followed(context, job, heard)?;
        let result = finished.result.map_err(|error| failure(&redactor, &error))?;
        let result = redactor.value(&result);
        let (tokens, duration) = (finished.summary.tokens.total, finished.summary.duration);
        let text = format!("{result}\n{tokens} tokens, {duration}\n");
        Ok(Answer::new(text, Output { result, tokens: Some(tokens), duration: Some(duration) }))
    }
}

/// Returns if a person agreed to exactly this run, now or earlier.
fn ask(context: &Context, plan: &Plan) -> Result<(), ToolError> {
    let home = std::env::home_dir().filter(|home| !home.as_os_str().is_empty());
    let home = home.ok_or_else(|| ToolError::new("the home folder is unknown", "a person can set HOME"))?;
    if !agreement::is_accepted(&agreement::file(&home)) {
        return Err(ToolError::message(agreement::reminder("agmark markdownlang")));
    }
    let mark = plan.fingerprint();
    if saved_consents::is_allowed(&mark) {
        return Ok(());
    }
    let question = format!("Run {}? {}", plan.agent().program.name, plan.question());
    let how = "this client cannot ask: a person can run it at a terminal once (`agmark markdownlang run --remember`); the \
               answer is kept";
    context.consent(&question, how)?;
    // If the answer cannot be kept, the person is asked again the next time.
    let _ = saved_consents::allow(&mark);
    Ok(())
}

fn failure(redactor: &Redactor, error: &agmark_run::RunError) -> ToolError {
    failed(anyhow::anyhow!(redactor.text(&error.to_string())))
}

/// Runs a job on another thread, because its messages go to the client from this one, which may block.
fn followed(context: &Context, job: Job, events: Receiver<Event>) -> Result<Finished, ToolError> {
    let (messages, heard) = channel();
    let follower = CallFollower { context, messages };
    thread::scope(|scope| {
        let run = scope.spawn(move || block_on(follow(job, &follower, events)));
        // Ends with the run, which has the sender.
        for (number, message) in heard.iter().enumerate() {
            // The progress of a call must grow.
            context.progress((number + 1) as f64, None, &message);
        }
        let finished =
            run.join().map_err(|_| ToolError::new("internal error in run", "nothing more is known"))?;
        finished.map_err(ToolError::message)
    })
}

/// Collects the messages of a run.
struct CallFollower<'a> {
    context: &'a Context,
    messages: Sender<String>,
}

impl Follower for CallFollower<'_> {
    fn is_cancelled(&self) -> bool {
        self.context.is_cancelled()
    }

    fn progress(&self, message: &str) {
        // The receiver may be gone.
        let _ = self.messages.send(message.to_owned());
    }

    fn log(&self, message: &str) {
        self.progress(message);
    }
}
