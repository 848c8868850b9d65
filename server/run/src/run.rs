//! A run from its beginning to its end.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use agmark_task::{Unwatched, Watch};
use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::agent::{Work, checked_input};
use crate::consent::{Approved, Plan};
use crate::error::RunError;
use crate::events::Event;
use crate::failure::{Failure, Failures};
use crate::mcp::{Servers, Surroundings};
use crate::model::{Client, Request};
use crate::process::Launcher;
use crate::program::Agent;
use crate::secret::Redactor;
use crate::settings::{DEFAULT_MODEL, Endpoint, Limits};
use crate::sign_in::Person;
use crate::summary::{Account, Ledger, Summary};
use crate::tape::{Listed, Tape};
use crate::tools::{Interpreter, Pythons, Toolbox};

/// How a program is to be run.
#[derive(Clone, Debug)]
pub struct Settings {
    pub endpoint: Endpoint,
    /// The model that is asked, whatever programs say.
    pub model: Option<String>,
    pub limits: Limits,
    pub launcher: Launcher,
    /// Where sign-ins at servers are kept; without it, they hold for one run.
    pub sign_ins: Option<PathBuf>,
}

/// A program that is to be run. It was loaded and approved: no file of it is read again.
pub struct Job {
    pub approved: Approved,
    pub input: Value,
    pub tape: Tape,
    pub watch: Arc<dyn Watch<Event>>,
    /// The person who is asked to sign in at a server, if there is one.
    pub person: Option<Arc<dyn Person>>,
    pub python: Option<Arc<dyn Interpreter>>,
}

/// What a run came to.
#[derive(Debug)]
pub struct Finished {
    /// What fits the program's `output`, or why there is nothing.
    pub result: Result<Value, RunError>,
    pub summary: Summary,
    /// Tools and imported programs that failed, also where the run went on.
    pub failures: Vec<Failure>,
    /// Why the recording of it is not whole, if it is not.
    pub unrecorded: Option<String>,
}

/// The first request of a program, and what is not known about it.
#[derive(Debug)]
pub struct DryRun {
    pub request: Value,
    /// Servers that were not started, whose tools are therefore not in the request.
    pub unknown: Vec<String>,
}

/// What all programs of a run share.
pub(crate) struct Run<'a> {
    pub plan: &'a Plan,
    pub client: Client,
    pub tape: Arc<Tape>,
    pub watch: Arc<dyn Watch<Event>>,
    pub person: Option<Arc<dyn Person>>,
    pub python: Option<Pythons>,
    pub redactor: Redactor,
    pub ledger: Arc<Ledger>,
    pub failures: Failures,
    /// Model calls so far.
    pub calls: AtomicU32,
    servers: Mutex<HashMap<PathBuf, Arc<OnceCell<Arc<Servers>>>>>,
    starting: Mutex<Vec<String>>,
}

impl Job {
    /// Runs the program until it is done or `cancel` says that nobody waits for it. Afterwards nothing that the run
    /// has started is left.
    pub async fn run(self, cancel: CancellationToken) -> Finished {
        let (start, begun) = (SystemTime::now(), Instant::now());
        let Self { approved, input: given, tape, watch, person, python } = self;
        let plan = approved.plan();
        let (ledger, tape) = (Arc::new(Ledger::default()), Arc::new(tape));
        let mut failures = Vec::new();
        let ears = Ears { tape: Arc::clone(&tape), watch, person, python };
        let result = match begin(plan, &given, ears, begun, Arc::clone(&ledger)) {
            Ok((run, input)) => {
                run.tape.keep_input(run.redactor.value(&given));
                let result = run.to_end(&input, begun, cancel).await;
                failures = run.failures.all();
                result
            }
            Err(error) => Err(error),
        };
        let model = plan.models().first().copied().unwrap_or(DEFAULT_MODEL);
        let redactor = Redactor::new(plan.settings().endpoint.key.as_ref());
        let error = result.as_ref().err().map(|error| redactor.text(&error.to_string()));
        let named = redactor.text(&plan.named().display().to_string());
        let summary = ledger.summary(&named, model, error, (start, begun.elapsed()));
        Finished { result, summary, failures, unrecorded: tape.fault() }
    }

    /// What the first request would be, with the tools of servers, which are started for it. No model is called.
    ///
    /// # Errors
    /// When the input does not fit, or a server does not start.
    pub async fn dry_run(self) -> Result<DryRun, RunError> {
        let Self { approved, input, watch, person, python, .. } = self;
        let plan = approved.plan();
        let ears = Ears { tape: Arc::default(), watch, person, python };
        let (run, input) = begin(plan, &input, ears, Instant::now(), Arc::default())?;
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
    /// What the first request would be. No model is called and no server is started: their tools are left out.
    ///
    /// # Errors
    /// When the input does not fit.
    pub fn first_request(
        &self,
        input: &Value,
        python: Option<Arc<dyn Interpreter>>,
    ) -> Result<DryRun, RunError> {
        let ears = Ears { tape: Arc::default(), watch: Arc::new(Unwatched), person: None, python };
        let (run, input) = begin(self, input, ears, Instant::now(), Arc::default())?;
        let unknown = self.servers(self.agent()).map(|server| server.server.clone()).collect();
        Ok(DryRun { request: run.first_request(&input, Vec::new())?, unknown })
    }
}

impl Finished {
    /// A run that did not begin, or whose program could not be loaded.
    pub fn not_begun(program: &Path, settings: &Settings, error: RunError) -> Self {
        let redactor = Redactor::new(settings.endpoint.key.as_ref());
        let model = settings.model.as_deref().unwrap_or(DEFAULT_MODEL);
        let told = Some(redactor.text(&error.to_string()));
        let named = redactor.text(&program.display().to_string());
        let times = (SystemTime::now(), Duration::ZERO);
        let summary = Ledger::default().summary(&named, model, told, times);
        Self { result: Err(error), summary, failures: Vec::new(), unrecorded: None }
    }
}

/// What a run is told to and taken from.
struct Ears {
    tape: Arc<Tape>,
    watch: Arc<dyn Watch<Event>>,
    person: Option<Arc<dyn Person>>,
    python: Option<Arc<dyn Interpreter>>,
}

fn begin<'a>(
    plan: &'a Plan,
    input: &Value,
    ears: Ears,
    begun: Instant,
    ledger: Arc<Ledger>,
) -> Result<(Run<'a>, Value), RunError> {
    let (agent, settings) = (plan.agent(), plan.settings());
    let input = checked_input(agent, input)
        .map_err(|mismatches| RunError::Input { program: agent.program.name.clone(), mismatches })?;
    let Ears { tape, watch, person, python } = ears;
    let limits = settings.limits;
    let endpoint = settings.endpoint.clone();
    let redactor = Redactor::new(endpoint.key.as_ref());
    let client = Client::new(endpoint, limits, begun + limits.run, Arc::clone(&tape), Arc::clone(&watch))?;
    let run = Run {
        plan,
        client,
        tape,
        watch,
        person,
        python: python.map(|python| Pythons::new(python, limits)),
        redactor,
        ledger,
        failures: Failures::default(),
        calls: AtomicU32::new(0),
        servers: Mutex::default(),
        starting: Mutex::default(),
    };
    Ok((run, input))
}

impl Run<'_> {
    async fn to_end(
        &self,
        input: &Value,
        begun: Instant,
        cancel: CancellationToken,
    ) -> Result<Value, RunError> {
        let endpoint = &self.plan.settings().endpoint;
        if endpoint.is_default() && endpoint.key.is_none() && !self.tape.is_replay() {
            return Err(RunError::NoKey);
        }
        if endpoint.key.as_ref().is_some_and(Redactor::is_too_short) {
            let notice =
                "the key has fewer than 4 characters: it is not hidden in what is printed and recorded";
            self.watch.on(Event::Notice(notice.to_owned()));
        }
        self.prepare_python();
        let limit = self.plan.settings().limits.run;
        let result = tokio::select! {
            result = self.work().go(input) => result,
            () = cancel.cancelled() => Err(RunError::Cancelled),
            () = sleep_until(begun + limit) => Err(RunError::Late { limit, doing: self.doing() }),
        };
        self.stop().await;
        result
    }

    /// Makes Python ready while the model writes its first reply, if a program of the run speaks of it: the first time
    /// it is compiled, which can take as long as a minute.
    fn prepare_python(&self) {
        let speaks_of_python = || self.plan.agent().all().iter().any(|agent| agent.speaks_of_python());
        let Some(python) = self.python.as_ref().filter(|_| !self.tape.is_replay() && speaks_of_python())
        else {
            return;
        };
        let (interpreter, watch) = (python.interpreter(), Arc::clone(&self.watch));
        // What goes wrong here is told to whoever calls Python.
        drop(tokio::task::spawn_blocking(move || {
            interpreter.prepare(&|what| watch.on(Event::Preparing { what: what.to_owned() }))
        }));
    }

    /// The request that the program begins with.
    fn first_request(&self, input: &Value, listed: Vec<Listed>) -> Result<Value, RunError> {
        let work = self.work();
        let items = work.opening(input)?;
        let api = self.plan.settings().endpoint.api;
        let tools = Toolbox::new(work.agent, self.python.is_some(), listed, api);
        let format = api.format(&work.format());
        let request = Request { model: work.model(), items: &items, tools: tools.sent(), format: &format };
        Ok(self.redactor.value(&serde_json::from_str(&api.body(request)).unwrap_or_default()))
    }

    fn work(&self) -> Work<'_> {
        let agent = self.plan.agent();
        let place = agent.program.name.clone();
        Work { run: self, agent, place, model: DEFAULT_MODEL, account: Account::Own }
    }

    /// The servers of a program, started when they are first needed; nothing for one without, or in a replay.
    pub async fn servers(&self, agent: &Agent) -> Result<Option<Arc<Servers>>, RunError> {
        let specs: Vec<_> = self.plan.servers(agent).collect();
        if specs.is_empty() || self.tape.is_replay() {
            return Ok(None);
        }
        let cell = Arc::clone(lock(&self.servers).entry(agent.path.clone()).or_default());
        let started = cell
            .get_or_try_init(|| async {
                let names: Vec<String> = specs.iter().map(|spec| spec.server.clone()).collect();
                lock(&self.starting).extend(names.iter().cloned());
                self.watch
                    .on(Event::Starting { program: agent.program.name.clone(), servers: names.clone() });
                let around = Surroundings {
                    launcher: self.plan.settings().launcher.clone(),
                    limits: self.plan.settings().limits,
                    redactor: self.redactor.clone(),
                    watch: Arc::clone(&self.watch),
                    person: self.person.clone(),
                    sign_ins: self.plan.settings().sign_ins.clone(),
                };
                let begun = Instant::now();
                let started = Servers::start(&specs, &around).await.map(Arc::new);
                lock(&self.starting).retain(|name| !names.contains(name));
                if started.is_ok() {
                    let (program, took) = (agent.program.name.clone(), begun.elapsed());
                    self.watch.on(Event::Started { program, servers: names, took });
                }
                started
            })
            .await?;
        Ok(Some(Arc::clone(started)))
    }

    /// The tools of servers for a request, if they are others than `before`, those of the request before it.
    pub async fn listed(
        &self,
        servers: Option<&Servers>,
        place: &str,
        before: Option<&[Listed]>,
    ) -> Result<Option<Vec<Listed>>, RunError> {
        if self.tape.is_replay() {
            return Ok(self.tape.play_tools(place));
        }
        let Some(servers) = servers else { return Ok(None) };
        let now = servers.tools().await;
        if before == Some(&*now) {
            return Ok(None);
        }
        self.tape.keep_tools(place, &now);
        Ok(Some(now))
    }

    fn doing(&self) -> String {
        let starting = lock(&self.starting);
        match starting.as_slice() {
            [] => String::new(),
            names => format!(": still starting {}", names.join(", ")),
        }
    }

    /// Stops all servers.
    async fn stop(&self) {
        let all: Vec<_> = lock(&self.servers).drain().filter_map(|(_, cell)| cell.get().cloned()).collect();
        futures_util::future::join_all(all.iter().map(|servers| servers.stop())).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
