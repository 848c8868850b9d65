//! A job: a run from its start to its result.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde_json::Value;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::consent::{Approved, Plan};
use crate::error::RunError;
use crate::events::Event;
use crate::failure::Failure;
use crate::model::Request;
use crate::program_loop::{ProgramLoop, checked_input};
use crate::recording::{ListedTool, Recording};
use crate::run::{Run, RunParts};
use crate::secret::Redactor;
use crate::settings::{DEFAULT_MODEL, Settings};
use crate::sign_in::person::Person;
use crate::summary::{Account, Ledger, Summary};
use crate::tools::{Interpreter, Toolbox};
use agmark_task::{Unwatched, Watch};

/// A program that is ready to run. It is loaded and approved, so that its files are not read again.
pub struct Job {
    pub approved: Approved,
    pub input: Value,
    pub recording: Recording,
    pub watch: Arc<dyn Watch<Event>>,
    /// The person who can be asked to sign in at a server, if any.
    pub person: Option<Arc<dyn Person>>,
    pub python: Option<Arc<dyn Interpreter>>,
}

/// The result of a run.
#[derive(Debug)]
pub struct Finished {
    /// A value that fits the schema `output` of the program, or the error.
    pub result: Result<Value, RunError>,
    pub summary: Summary,
    /// The tools and imported programs that failed, even if the run continued.
    pub failures: Vec<Failure>,
    /// The error that ended the recording early, if any.
    pub recording_error: Option<String>,
}

/// The first request of a program.
#[derive(Debug)]
pub struct DryRun {
    pub request: Value,
    /// The servers that were not started. Their tools are missing in the request.
    pub unknown: Vec<String>,
}

impl Job {
    /// Runs the program until it ends or is cancelled. All processes of the run are stopped before this returns.
    pub async fn run(self, cancel: CancellationToken) -> Finished {
        let (start_time, start) = (SystemTime::now(), Instant::now());
        let Self { approved, input: given, recording, watch, person, python } = self;
        let plan = approved.plan();
        let (ledger, recording) = (Arc::new(Ledger::default()), Arc::new(recording));
        let mut failures = Vec::new();
        let parts = RunParts {
            recording: Arc::clone(&recording),
            watch,
            person,
            python,
            ledger: Arc::clone(&ledger),
        };
        let result = match begin(plan, &given, parts, start) {
            Ok((run, input)) => {
                run.recording.record_input(run.redactor.value(&given));
                let result = run.finish(&input, start, cancel).await;
                failures = run.failures.all();
                result
            }
            Err(error) => Err(error),
        };
        let model = plan.models().first().copied().unwrap_or(DEFAULT_MODEL);
        let redactor = Redactor::new(plan.settings().endpoint.key.as_ref());
        let error = result.as_ref().err().map(|error| redactor.text(&error.to_string()));
        let named = redactor.text(&plan.named().display().to_string());
        let summary = ledger.summary(&named, model, error, (start_time, start.elapsed()));
        Finished { result, summary, failures, recording_error: recording.error() }
    }

    /// The first request, with the tools of servers, which are started for this. No model is called.
    ///
    /// # Errors
    /// If the input does not fit the schema, or a server does not start.
    pub async fn dry_run(self) -> Result<DryRun, RunError> {
        let Self { approved, input, watch, person, python, .. } = self;
        let plan = approved.plan();
        let parts = RunParts { recording: Arc::default(), watch, person, python, ledger: Arc::default() };
        let (run, input) = begin(plan, &input, parts, Instant::now())?;
        let listed = match run.servers(plan.agent()).await? {
            Some(servers) => servers.tools().await,
            None => Vec::new(),
        };
        let request = run.first_request(&input, listed);
        run.stop().await;
        Ok(DryRun { request: request?, unknown: Vec::new() })
    }
}

impl Plan {
    /// The first request, without the tools of servers. No model is called and no server is started.
    ///
    /// # Errors
    /// If the input does not fit the schema.
    pub fn first_request(
        &self,
        input: &Value,
        python: Option<Arc<dyn Interpreter>>,
    ) -> Result<DryRun, RunError> {
        let watch = Arc::new(Unwatched);
        let parts =
            RunParts { recording: Arc::default(), watch, person: None, python, ledger: Arc::default() };
        let (run, input) = begin(self, input, parts, Instant::now())?;
        let unknown = self.servers_of(self.agent()).map(|server| server.server.clone()).collect();
        Ok(DryRun { request: run.first_request(&input, Vec::new())?, unknown })
    }
}

impl Finished {
    /// The result of a run that failed before it started.
    pub fn not_started(program: &Path, settings: &Settings, error: RunError) -> Self {
        let redactor = Redactor::new(settings.endpoint.key.as_ref());
        let model = settings.model.as_deref().unwrap_or(DEFAULT_MODEL);
        let message = Some(redactor.text(&error.to_string()));
        let named = redactor.text(&program.display().to_string());
        let times = (SystemTime::now(), Duration::ZERO);
        let summary = Ledger::default().summary(&named, model, message, times);
        Self { result: Err(error), summary, failures: Vec::new(), recording_error: None }
    }
}

/// The state of a run, and the checked input with defaults.
fn begin<'a>(
    plan: &'a Plan,
    input: &Value,
    parts: RunParts,
    start: Instant,
) -> Result<(Run<'a>, Value), RunError> {
    let agent = plan.agent();
    let input = checked_input(agent, input)
        .map_err(|mismatches| RunError::Input { program: agent.program.name.clone(), mismatches })?;
    Ok((Run::new(plan, parts, start)?, input))
}

impl Run<'_> {
    async fn finish(
        &self,
        input: &Value,
        start: Instant,
        cancel: CancellationToken,
    ) -> Result<Value, RunError> {
        let endpoint = &self.plan.settings().endpoint;
        if endpoint.is_default() && endpoint.key.is_none() && !self.recording.is_replay() {
            return Err(RunError::NoKey);
        }
        if endpoint.key.as_ref().is_some_and(Redactor::is_too_short) {
            let notice = "the key has fewer than 4 characters: it is not hidden in output and recordings";
            self.watch.on(Event::Notice(notice.to_owned()));
        }
        self.prepare_python();
        let limit = self.plan.settings().limits.run;
        let result = tokio::select! {
            result = self.main_program().run(input) => result,
            () = cancel.cancelled() => Err(RunError::Cancelled),
            () = sleep_until(start + limit) => Err(RunError::TimeLimit { limit, starting: self.still_starting() }),
        };
        self.stop().await;
        result
    }

    /// Prepares Python while the model writes its first reply, if a program mentions Python. Python is compiled at the first
    /// use, which can take a minute.
    fn prepare_python(&self) {
        let mentions_python = || self.plan.agent().all().iter().any(|agent| agent.mentions_python());
        let Some(python) = self.python.as_ref().filter(|_| !self.recording.is_replay() && mentions_python())
        else {
            return;
        };
        let (interpreter, watch) = (python.interpreter(), Arc::clone(&self.watch));
        // An error is returned to the first call of Python.
        drop(tokio::task::spawn_blocking(move || {
            interpreter.prepare(&|what| watch.on(Event::Preparing { what: what.to_owned() }))
        }));
    }

    /// The first request of the program.
    fn first_request(&self, input: &Value, listed: Vec<ListedTool>) -> Result<Value, RunError> {
        let program = self.main_program();
        let items = program.opening(input)?;
        let api = self.plan.settings().endpoint.api;
        let tools = Toolbox::new(program.agent, self.python.is_some(), listed, api);
        let format = api.format(&program.format());
        let request =
            Request { model: program.model(), items: &items, tools: tools.for_request(), format: &format };
        Ok(self.redactor.value(&serde_json::from_str(&api.body(request)).unwrap_or_default()))
    }

    fn main_program(&self) -> ProgramLoop<'_> {
        let agent = self.plan.agent();
        let position = agent.program.name.clone();
        ProgramLoop { run: self, agent, position, model: DEFAULT_MODEL, account: Account::Main }
    }
}
