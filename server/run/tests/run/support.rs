//! Programs in a folder, and how they are run.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use agmark_run::events::Event;
use agmark_run::testing::Model;
use agmark_run::{
    Api, CancellationToken, Endpoint, Execution, Finished, Interpreter, Job, Launcher, Limits, Plan,
    Recording, Settings, Stop,
};
use agmark_task::Watch;
use serde_json::Value;

pub const KEY: &str = "sk-test-0123456789";

/// A folder with programs.
pub struct Programs(tempfile::TempDir);

/// Remembers what happened.
#[derive(Default)]
pub struct Notes(Mutex<Vec<Event>>);

impl Watch<Event> for Notes {
    fn on(&self, event: Event) {
        self.0.lock().unwrap().push(event);
    }

    fn wants_details(&self) -> bool {
        true
    }
}

impl Notes {
    pub fn all(&self) -> Vec<Event> {
        self.0.lock().unwrap().clone()
    }

    pub fn notices(&self) -> Vec<String> {
        let notice = |event| if let Event::Notice(text) = event { Some(text) } else { None };
        self.all().into_iter().filter_map(notice).collect()
    }
}

/// Python that says what it was given.
pub struct Parrot;

impl Interpreter for Parrot {
    fn prepare(&self, _tell: &dyn Fn(&str)) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, code: &str, _stop: &Stop) -> Execution {
        Execution { stdout: format!("ran {code}\n"), ..Execution::default() }
    }

    fn memory(&self) -> u64 {
        1 << 20
    }
}

impl Programs {
    /// Programs by name; of each, what its front matter has besides name and description, and its body.
    pub fn new(programs: &[(&str, &str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (name, front, body) in programs {
            let text = format!("---\nname: {name}\ndescription: The program {name}\n{front}\n---\n{body}\n");
            std::fs::write(folder.path().join(format!("{name}.md")), text).unwrap();
        }
        Self(folder)
    }

    /// A program that greets a person.
    pub fn greet() -> Self {
        let front = "input: { type: object, properties: { name: { type: string } }, required: [name] }\n\
                     output: { type: object, properties: { greeting: { type: string, minLength: 3 } }, required: [greeting] }";
        Self::new(&[("greet", front, "Greet {{ .name }}.")])
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn job(&self, program: &str, input: Value, model: &Model) -> Job {
        self.job_with(program, input, model, |_| {})
    }

    /// A job with other settings than usual.
    pub fn job_with(
        &self,
        program: &str,
        input: Value,
        model: &Model,
        set: impl FnOnce(&mut Settings),
    ) -> Job {
        let mut settings = self.settings(model);
        set(&mut settings);
        job(self.plan(program, settings), input)
    }

    /// How programs are run that ask this model.
    pub fn settings(&self, model: &Model) -> Settings {
        Settings {
            endpoint: Endpoint::new(Some(&model.base_url), Some(KEY), Api::Chat),
            model: None,
            limits: Limits { backoff: Duration::from_millis(1), ..Limits::default() },
            launcher: Launcher::default(),
            sign_ins: None,
        }
    }

    pub fn plan(&self, program: &str, settings: Settings) -> Plan {
        Plan::load(&self.path(&format!("{program}.md")), settings).unwrap()
    }

    pub async fn run(&self, program: &str, input: Value, model: &Model) -> Finished {
        finish(self.job(program, input, model)).await
    }
}

pub fn job(plan: Plan, input: Value) -> Job {
    Job {
        approved: plan.approve(),
        input,
        recording: Recording::Off,
        watch: Arc::new(Notes::default()),
        person: None,
        python: None,
    }
}

pub async fn finish(job: Job) -> Finished {
    job.run(CancellationToken::new()).await
}

pub fn failure(finished: &Finished) -> String {
    finished.result.as_ref().unwrap_err().to_string()
}
