//! The state that all programs of a run share.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::OnceCell;
use tokio::time::Instant;

use crate::consent::Plan;
use crate::error::RunError;
use crate::events::Event;
use crate::failure::Failures;
use crate::mcp::{ServerContext, Servers};
use crate::model::Client;
use crate::program::Agent;
use crate::recording::{ListedTool, Recording};
use crate::secret::Redactor;
use crate::sign_in::person::Person;
use crate::summary::Ledger;
use crate::tools::{Interpreter, PythonPool};
use agmark_task::Watch;

/// The state that all programs of a run share.
pub(crate) struct Run<'a> {
    pub plan: &'a Plan,
    pub client: Client,
    pub recording: Arc<Recording>,
    pub watch: Arc<dyn Watch<Event>>,
    pub person: Option<Arc<dyn Person>>,
    pub python: Option<PythonPool>,
    pub redactor: Redactor,
    pub ledger: Arc<Ledger>,
    pub failures: Failures,
    /// The number of model calls until now.
    pub calls: AtomicU32,
    servers: Mutex<HashMap<PathBuf, Arc<OnceCell<Arc<Servers>>>>>,
    starting: Mutex<Vec<String>>,
}

/// The parts of a run that its job provides.
pub(crate) struct RunParts {
    pub recording: Arc<Recording>,
    pub watch: Arc<dyn Watch<Event>>,
    pub person: Option<Arc<dyn Person>>,
    pub python: Option<Arc<dyn Interpreter>>,
    pub ledger: Arc<Ledger>,
}

impl<'a> Run<'a> {
    /// The state of a run that started at `start`. Nothing is called or started yet.
    ///
    /// # Errors
    /// If TLS cannot be set up.
    pub fn new(plan: &'a Plan, parts: RunParts, start: Instant) -> Result<Self, RunError> {
        let RunParts { recording, watch, person, python, ledger } = parts;
        let (endpoint, limits) = (plan.settings().endpoint.clone(), plan.settings().limits);
        let redactor = Redactor::new(endpoint.key.as_ref());
        let end = start + limits.run;
        let client = Client::new(endpoint, limits, end, Arc::clone(&recording), Arc::clone(&watch))?;
        Ok(Self {
            plan,
            client,
            recording,
            watch,
            person,
            python: python.map(|python| PythonPool::new(python, limits)),
            redactor,
            ledger,
            failures: Failures::default(),
            calls: AtomicU32::new(0),
            servers: Mutex::default(),
            starting: Mutex::default(),
        })
    }

    /// The running servers of a program, which are started when it first needs them. `None` if it has no servers, or in a
    /// replay.
    pub async fn servers(&self, agent: &Agent) -> Result<Option<Arc<Servers>>, RunError> {
        let specs: Vec<_> = self.plan.servers_of(agent).collect();
        if specs.is_empty() || self.recording.is_replay() {
            return Ok(None);
        }
        let cell = Arc::clone(lock(&self.servers).entry(agent.path.clone()).or_default());
        let started = cell
            .get_or_try_init(|| async {
                let names: Vec<String> = specs.iter().map(|spec| spec.server.clone()).collect();
                lock(&self.starting).extend(names.iter().cloned());
                self.watch
                    .on(Event::Starting { program: agent.program.name.clone(), servers: names.clone() });
                let context = ServerContext {
                    launcher: self.plan.settings().launcher.clone(),
                    limits: self.plan.settings().limits,
                    redactor: self.redactor.clone(),
                    watch: Arc::clone(&self.watch),
                    person: self.person.clone(),
                    sign_ins: self.plan.settings().sign_ins.clone(),
                };
                let start = Instant::now();
                let started = Servers::start(&specs, &context).await.map(Arc::new);
                lock(&self.starting).retain(|name| !names.contains(name));
                if started.is_ok() {
                    let (program, took) = (agent.program.name.clone(), start.elapsed());
                    self.watch.on(Event::Started { program, servers: names, took });
                }
                started
            })
            .await?;
        Ok(Some(Arc::clone(started)))
    }

    /// The tools of servers for a request; `None` if they are equal to `before`, the tools of the request before it.
    pub async fn listed(
        &self,
        servers: Option<&Servers>,
        position: &str,
        before: Option<&[ListedTool]>,
    ) -> Result<Option<Vec<ListedTool>>, RunError> {
        if self.recording.is_replay() {
            return Ok(self.recording.replay_tools(position));
        }
        let Some(servers) = servers else { return Ok(None) };
        let now = servers.tools().await;
        if before == Some(&*now) {
            return Ok(None);
        }
        self.recording.record_tools(position, &now);
        Ok(Some(now))
    }

    /// The servers that are still starting, as the end of a message.
    pub fn still_starting(&self) -> String {
        let starting = lock(&self.starting);
        match starting.as_slice() {
            [] => String::new(),
            names => format!(": still starting {}", names.join(", ")),
        }
    }

    /// Stops all servers.
    pub async fn stop(&self) {
        let all: Vec<_> = lock(&self.servers).drain().filter_map(|(_, cell)| cell.get().cloned()).collect();
        futures_util::future::join_all(all.iter().map(|servers| servers.stop())).await;
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
