//! A run from its beginning to its end.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use serde_json::Value;
use tokio::sync::OnceCell;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::agent::{Work, checked_input};
use crate::error::RunError;
use crate::events::{Event, Watch};
use crate::failure::{Failure, Failures};
use crate::mcp::{Servers, Surroundings};
use crate::model::{Client, Request};
use crate::process::Launcher;
use crate::program::Agent;
use crate::secret::Redactor;
use crate::settings::{DEFAULT_MODEL, Endpoint, Limits};
use crate::summary::{Account, Ledger, Summary};
use crate::tape::{Listed, Tape};
use crate::tools::{Interpreter, Toolbox};

/// How a program is to be run.
#[derive(Clone, Debug)]
pub struct Settings {
    pub endpoint: Endpoint,
    /// The model that is asked, whatever programs say.
    pub model: Option<String>,
    pub limits: Limits,
    pub launcher: Launcher,
}

/// A program that is to be run.
pub struct Job {
    pub settings: Settings,
    /// The program's file.
    pub program: PathBuf,
    pub input: Value,
    pub tape: Tape,
    pub watch: Arc<dyn Watch>,
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
}

/// The first request of a program, and what is not known about it.
#[derive(Debug)]
pub struct DryRun {
    pub request: Value,
    /// Servers that were not started, whose tools are therefore not in the request.
    pub unknown: Vec<String>,
}

/// What all programs of a run share.
pub(crate) struct Run {
    pub settings: Settings,
    pub client: Client,
    pub tape: Arc<Tape>,
    pub watch: Arc<dyn Watch>,
    pub python: Option<Arc<dyn Interpreter>>,
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
        let named = self.program.display().to_string();
        let mut model = self.settings.model.clone().unwrap_or_else(|| DEFAULT_MODEL.to_owned());
        let ledger = Arc::new(Ledger::default());
        let redactor = Redactor::new(self.settings.endpoint.key.as_ref());
        let mut failures = Vec::new();
        let result = match self.begin(begun, Arc::clone(&ledger)) {
            Ok((run, agent, input)) => {
                if run.settings.model.is_none()
                    && let Some(own) = &agent.program.model
                {
                    model.clone_from(own);
                }
                let result = run.to_end(&agent, &input, begun, cancel).await;
                failures = run.failures.all();
                result
            }
            Err(error) => Err(error),
        };
        let error = result.as_ref().err().map(|error| redactor.text(&error.to_string()));
        let summary = ledger.summary(&redactor.text(&named), &model, error, (start, begun.elapsed()));
        Finished { result, summary, failures }
    }

    /// What the first request would be. No model is called; servers are started only if `start` says so.
    ///
    /// # Errors
    /// When the program cannot be loaded, the input does not fit, or a server does not start.
    pub async fn dry_run(self, start: bool) -> Result<DryRun, RunError> {
        let redactor = Redactor::new(self.settings.endpoint.key.as_ref());
        let (run, agent, input) = self.begin(Instant::now(), Arc::default())?;
        let work = run.work(&agent);
        let items = work.opening(&input)?;
        let mut unknown = Vec::new();
        let mut listed = Vec::new();
        if start {
            if let Some(servers) = run.servers(&agent).await? {
                listed = servers.tools().await;
            }
            run.stop().await;
        } else {
            unknown.extend(agent.servers().map(|server| server.name.clone()));
        }
        let api = run.settings.endpoint.api;
        let tools = Toolbox::new(&agent, run.python.is_some(), listed, api);
        let format = api.format(&work.format());
        let request = Request { model: work.model(), items: &items, tools: tools.text(), format: &format };
        let request = redactor.value(&serde_json::from_str(&api.body(request)).unwrap_or_default());
        Ok(DryRun { request, unknown })
    }

    fn begin(self, begun: Instant, ledger: Arc<Ledger>) -> Result<(Run, Arc<Agent>, Value), RunError> {
        let limits = self.settings.limits;
        let tape = Arc::new(self.tape);
        let agent = Agent::load(&self.program, limits.depth)?;
        let input = checked_input(&agent, &self.input)
            .map_err(|mismatches| RunError::Input { program: agent.program.name.clone(), mismatches })?;
        let endpoint = self.settings.endpoint.clone();
        let redactor = Redactor::new(endpoint.key.as_ref());
        let end = begun + limits.run;
        let client = Client::new(endpoint, limits, end, Arc::clone(&tape), Arc::clone(&self.watch))?;
        let run = Run {
            settings: self.settings,
            client,
            tape,
            watch: self.watch,
            python: self.python,
            redactor,
            ledger,
            failures: Failures::default(),
            calls: AtomicU32::new(0),
            servers: Mutex::default(),
            starting: Mutex::default(),
        };
        Ok((run, agent, input))
    }
}

impl Run {
    async fn to_end(
        &self,
        agent: &Agent,
        input: &Value,
        begun: Instant,
        cancel: CancellationToken,
    ) -> Result<Value, RunError> {
        let endpoint = &self.settings.endpoint;
        if endpoint.is_default() && endpoint.key.is_none() && !self.tape.is_replay() {
            return Err(RunError::NoKey);
        }
        if endpoint.key.as_ref().is_some_and(Redactor::is_too_short) {
            let notice =
                "the key has fewer than 4 characters: it is not hidden in what is printed and recorded";
            self.watch.on(Event::Notice(notice.to_owned()));
        }
        let limit = self.settings.limits.run;
        let result = tokio::select! {
            result = self.work(agent).go(input) => result,
            () = cancel.cancelled() => Err(RunError::Cancelled),
            () = sleep_until(begun + limit) => Err(RunError::Late { limit, doing: self.doing() }),
        };
        self.stop().await;
        result
    }

    fn work<'a>(&'a self, agent: &'a Agent) -> Work<'a> {
        let place = agent.program.name.clone();
        Work { run: self, agent, place, model: DEFAULT_MODEL, account: Account::Own }
    }

    /// The servers of a program, started when they are first needed; nothing for one without, or in a replay.
    pub async fn servers(&self, agent: &Agent) -> Result<Option<Arc<Servers>>, RunError> {
        let specs: Vec<_> = agent.servers().collect();
        if specs.is_empty() || self.tape.is_replay() {
            return Ok(None);
        }
        let cell = Arc::clone(lock(&self.servers).entry(agent.path.clone()).or_default());
        let started = cell
            .get_or_try_init(|| async {
                let names: Vec<String> = specs.iter().map(|spec| spec.name.clone()).collect();
                lock(&self.starting).extend(names.iter().cloned());
                self.watch
                    .on(Event::Starting { program: agent.program.name.clone(), servers: names.clone() });
                let around = Surroundings {
                    launcher: self.settings.launcher.clone(),
                    limits: self.settings.limits,
                    redactor: self.redactor.clone(),
                    watch: Arc::clone(&self.watch),
                };
                let started = Servers::start(&specs, &around).await.map(Arc::new);
                lock(&self.starting).retain(|name| !names.contains(name));
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
        self.tape.keep_tools(place, &now).map_err(RunError::Tape)?;
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
