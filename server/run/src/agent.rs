//! The loop: a program asks the model until it has a reply that fits.

use std::sync::atomic::Ordering;
use std::time::Instant;

use agmark_markdownlang::with_defaults;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use serde_json::Value;

use crate::error::RunError;
use crate::events::Event;
use crate::model::{Api, Asker, Call, Conversation, Format, Reply, Request, Stopped};
use crate::program::Agent;
use crate::prompt::{self, Complaint};
use crate::reply;
use crate::run::Run;
use crate::schema::Mismatch;
use crate::summary::Account;
use crate::tape::Outcome;
use crate::tools::{self, Content, Execution, Stop, StopOnDrop, Target, Toolbox};

/// One program at work.
pub(crate) struct Work<'a> {
    pub run: &'a Run<'a>,
    pub agent: &'a Agent,
    /// Where in the run it works; the same in every run that goes the same way.
    pub place: String,
    /// The model of whoever called it.
    pub model: &'a str,
    pub account: Account,
}

/// The input as the program gets it: with its schema's defaults.
///
/// # Errors
/// When it does not fit.
pub(crate) fn checked_input(agent: &Agent, input: &Value) -> Result<Value, Vec<Mismatch>> {
    let input = with_defaults(&agent.program.input, input);
    let mismatches = agent.input.mismatches(&input);
    if mismatches.is_empty() { Ok(input) } else { Err(mismatches) }
}

impl<'a> Work<'a> {
    /// Runs the program to its end; gives what fits its `output`.
    pub fn go(self, input: &'a Value) -> BoxFuture<'a, Result<Value, RunError>> {
        async move { self.rounds(input).await }.boxed()
    }

    async fn rounds(&self, input: &Value) -> Result<Value, RunError> {
        let mut items = self.opening(input)?;
        let servers = self.run.servers(self.agent).await?;
        let python = self.run.python.is_some();
        let mut tools: Option<Toolbox> = None;
        let format = self.api().format(&self.format());
        let mut last = Complaint::empty();
        let most = self.run.plan.settings().limits.iterations;
        for iteration in 1..=most {
            let place = format!("{}/{iteration}", self.place);
            let before = tools.as_ref().map(Toolbox::listed);
            let tools = match self.run.listed(servers.as_deref(), &place, before).await? {
                Some(now) => tools.insert(Toolbox::new(self.agent, python, now, self.api())),
                None => tools.get_or_insert_with(|| Toolbox::new(self.agent, python, Vec::new(), self.api())),
            };
            let limit = self.run.plan.settings().limits.conversation;
            if items.len() > limit {
                return Err(RunError::Conversation { program: self.agent.program.name.clone(), limit });
            }
            self.run.ledger.iteration(self.account);
            let request =
                Request { model: self.model(), items: &items, tools: tools.sent(), format: &format };
            let reply = self.ask(request, iteration, &place).await?;
            reply.items.iter().for_each(|item| items.push(item));
            if reply.calls.is_empty() {
                match self.verdict(&reply)? {
                    Ok(value) => return Ok(value),
                    Err(complaint) => {
                        self.run.ledger.misfit(self.account);
                        items.push(&self.api().user(&complaint.to_model));
                        last = complaint;
                    }
                }
            } else {
                last = Complaint::still_calling();
                let results = self.call_all(&reply.calls, tools, &place).await?;
                results.iter().for_each(|result| items.push(result));
            }
        }
        let last = self.run.redactor.text(&last.to_people);
        Err(RunError::Iterations { program: self.agent.program.name.clone(), iterations: most, last })
    }

    /// The first messages.
    pub fn opening(&self, input: &Value) -> Result<Conversation, RunError> {
        let api = self.api();
        let body = agmark_markdownlang::render(&self.agent.program, input)
            .map_err(|error| RunError::Render { path: self.agent.path.clone(), error })?;
        let mut items = Conversation::default();
        items.push(&api.system(&prompt::system(self.agent)));
        items.push(&api.user(&body));
        Ok(items)
    }

    fn api(&self) -> Api {
        self.run.plan.settings().endpoint.api
    }

    /// Which model this program asks.
    pub fn model(&self) -> &str {
        let own = self.agent.program.model.as_deref();
        self.run.plan.settings().model.as_deref().or(own).unwrap_or(self.model)
    }

    /// What the reply is held to.
    pub fn format(&self) -> Format {
        let derived = &self.agent.derived;
        Format::Schema { schema: derived.schema.clone(), strict: derived.strict }
    }

    async fn ask(&self, request: Request<'_>, iteration: u32, place: &str) -> Result<Reply, RunError> {
        let limit = self.run.plan.settings().limits.calls;
        if self.run.calls.fetch_add(1, Ordering::Relaxed) >= limit {
            return Err(RunError::Calls { limit });
        }
        let program = &self.agent.program.name;
        self.run.watch.on(Event::Asking { program: program.clone(), iteration });
        let begun = Instant::now();
        let reply = self.run.client.ask(Asker { program, place }, request).await?;
        let tokens = self.run.ledger.tokens(self.account, reply.usage);
        self.run.watch.on(Event::Replied { program: program.clone(), tokens, took: begun.elapsed() });
        Ok(reply)
    }

    /// The value of a reply, or what is wrong with it.
    ///
    /// # Errors
    /// When asking again does not help.
    fn verdict(&self, reply: &Reply) -> Result<Result<Value, Complaint>, RunError> {
        let refused = |reason: String| RunError::Refused {
            program: self.agent.program.name.clone(),
            reason: self.run.redactor.text(&reason),
        };
        match &reply.stopped {
            Some(Stopped::Refused(reason)) => return Err(refused(format!("the model refused: {reason}"))),
            Some(Stopped::Filtered) => {
                return Err(refused("a content filter of the server held the reply back".to_owned()));
            }
            Some(Stopped::Cut(reason)) => return Ok(Err(Complaint::cut(reason))),
            None => {}
        }
        let text = reply.text.as_deref().unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(Err(Complaint::empty()));
        }
        Ok(match reply::value(text) {
            Ok(value) => {
                let value = self.agent.derived.value(&self.agent.output, value);
                let mismatches = self.agent.output.mismatches(&value);
                if mismatches.is_empty() { Ok(value) } else { Err(Complaint::misfit(&mismatches)) }
            }
            Err(error) => Err(Complaint::not_json(&error)),
        })
    }

    /// Carries out the calls of a reply at the same time; results stand in the order of the calls.
    async fn call_all(&self, calls: &[Call], tools: &Toolbox, place: &str) -> Result<Vec<Value>, RunError> {
        let limits = self.run.plan.settings().limits;
        let most = limits.tool_calls;
        self.run.ledger.tools(self.account, calls.len().min(most));
        if calls.len() > most {
            self.notice(format!(
                "a reply asks for {} calls of tools: the first {most} are carried out",
                calls.len()
            ));
        }
        let contents = calls.iter().enumerate().map(|(index, call)| async move {
            if index >= most {
                let message =
                    format!("not carried out: a reply may have {most} calls. Call again in the next one");
                return Ok(Content::of(Outcome::Error(message)));
            }
            let place = format!("{place}/{index}");
            let tool = call.name.clone();
            self.run.watch.on(Event::Calling { program: self.agent.program.name.clone(), tool });
            let begun = Instant::now();
            let outcome = self.call(call, tools, place).await?;
            let (program, tool) = (self.agent.program.name.clone(), call.name.clone());
            self.run.watch.on(Event::Called { program, tool, took: begun.elapsed() });
            Ok(Content::of(outcome).cut(limits.result))
        });
        let contents: Result<Vec<Content>, RunError> = join_all(contents).await.into_iter().collect();
        let mut left = limits.results;
        let results = calls.iter().zip(contents?).map(|(call, content)| {
            let content = content.cut(left);
            left = left.saturating_sub(content.text().len());
            if content.is_cut() {
                self.notice(format!(
                    "the result of `{}` is too long: the model is given its beginning",
                    call.name
                ));
            }
            self.api().result(call, content.text())
        });
        Ok(results.collect())
    }

    fn notice(&self, text: String) {
        self.run.watch.on(Event::Notice(self.run.redactor.text(&text)));
    }

    /// One call. Whatever goes wrong in it is for the model to know, unless the run cannot go on.
    async fn call(&self, call: &Call, tools: &Toolbox, place: String) -> Result<Outcome, RunError> {
        let found = tools.find(&call.name).and_then(|target| Ok((target, tools::arguments(call)?)));
        let (target, arguments) = match found {
            Ok(found) => found,
            Err(message) => {
                return Ok(match tools.find(&call.name) {
                    Ok(Target::Python) => executed(Err(message)),
                    _ => Outcome::Error(message),
                });
            }
        };
        if let Target::Agent(agent) = target {
            return self.call_agent(agent, Value::Object(arguments), place).await;
        }
        let shown = self.run.redactor.value(&Value::Object(arguments.clone()));
        if let Some(played) = self.run.tape.play_result(&place, &call.name, &shown) {
            return played.map_err(RunError::Tape);
        }
        let outcome = match target {
            Target::Server { server, tool } => match self.run.servers(self.agent).await? {
                Some(servers) => servers.call(server, tool, arguments).await,
                None => Outcome::Error(format!("the server `{server}` is not running")),
            },
            Target::Python | Target::Agent(_) => {
                self.python(arguments.get("code").and_then(Value::as_str).map(str::to_owned)).await
            }
        };
        if let (Target::Server { server, tool }, Outcome::Error(message)) = (target, &outcome) {
            let message = self.run.redactor.text(message);
            self.run.failures.server(self.agent, server, format!("the tool `{tool}` failed: {message}"));
        }
        let kept = match &outcome {
            Outcome::Ok(text) => Outcome::Ok(self.run.redactor.text(text)),
            Outcome::Error(text) => Outcome::Error(self.run.redactor.text(text)),
        };
        self.run.tape.keep_result(&place, &call.name, &shown, &kept);
        Ok(outcome)
    }

    async fn call_agent(&self, agent: &Agent, arguments: Value, place: String) -> Result<Outcome, RunError> {
        let input = match checked_input(agent, &arguments) {
            Ok(input) => input,
            Err(mismatches) => {
                let list = crate::error::list(&mismatches);
                return Ok(Outcome::Error(format!("the arguments do not fit the schema:\n{list}")));
            }
        };
        let begun = Instant::now();
        let place = format!("{place}:{}", agent.program.name);
        let work = Work { run: self.run, agent, place, model: self.model(), account: Account::Caller };
        let result = work.go(&input).await;
        self.run.ledger.agent(&agent.program.name, begun.elapsed());
        match result {
            Ok(value) => Ok(Outcome::Ok(value.to_string())),
            Err(error) => {
                self.run.failures.import(self.agent, agent, &error);
                if error.is_final() { Err(error) } else { Ok(Outcome::Error(error.to_string())) }
            }
        }
    }

    /// What came of code: an [`Execution`] in any case, as JSON.
    async fn python(&self, code: Option<String>) -> Outcome {
        executed(match code {
            Some(code) => self.execution(code).await,
            None => Err("the argument `code` is missing: it is the code to run, a string".to_owned()),
        })
    }

    async fn execution(&self, code: String) -> Result<Execution, String> {
        let turn = match &self.run.python {
            Some(pythons) => pythons.turn().await,
            None => None,
        };
        let turn = turn.ok_or_else(|| "this program was built without Python".to_owned())?;
        let stop = Stop::default();
        // Whoever no longer waits lets go of this.
        let _guard = StopOnDrop(stop.clone());
        let watch = self.run.watch.clone();
        let ran = tokio::task::spawn_blocking(move || {
            // The turn is over when the code has really ended, also where nobody waits for it any more.
            let python = &turn.interpreter;
            python.prepare(&|what| watch.on(Event::Preparing { what: what.to_owned() }))?;
            Ok(python.run(&code, &stop))
        });
        ran.await.unwrap_or_else(|error| {
            let how = if error.is_panic() { "a fault of agmark itself" } else { "the run ended" };
            Err(format!("Python ended unexpectedly: {how}"))
        })
    }
}

/// What the model is given for a call of Python, also for one that could not begin.
fn executed(execution: Result<Execution, String>) -> Outcome {
    let execution =
        execution.unwrap_or_else(|message| Execution { error: Some(message), ..Execution::default() });
    serde_json::to_string(&execution).map_or_else(|error| Outcome::Error(error.to_string()), Outcome::Ok)
}
