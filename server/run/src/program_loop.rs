//! The loop of a program: it calls the model until a reply fits the schema.

mod prompt;
mod reply_json;

use std::sync::atomic::Ordering;
use std::time::Instant;

use agmark_markdownlang::with_defaults;
use futures_util::FutureExt;
use futures_util::future::{BoxFuture, join_all};
use serde_json::Value;

use crate::error::RunError;
use crate::events::Event;
use crate::model::{Api, Call, Caller, Conversation, Format, IncompleteReply, Reply, Request};
use crate::program::Agent;
use crate::recording::Outcome;
use crate::run::Run;
use crate::schema::{Mismatch, list};
use crate::summary::Account;
use crate::tools::{self, Execution, ResultText, Stop, StopOnDrop, ToolTarget, Toolbox};
use prompt::Complaint;

/// A running program.
pub(crate) struct ProgramLoop<'a> {
    pub run: &'a Run<'a>,
    pub agent: &'a Agent,
    /// Its position in the run, as in recordings.
    pub position: String,
    /// The model of its caller.
    pub model: &'a str,
    pub account: Account,
}

/// The input with the defaults of its schema.
///
/// # Errors
/// If it does not fit the schema.
pub(crate) fn checked_input(agent: &Agent, input: &Value) -> Result<Value, Vec<Mismatch>> {
    let input = with_defaults(&agent.program.input, input);
    let mismatches = agent.input.mismatches(&input);
    if mismatches.is_empty() { Ok(input) } else { Err(mismatches) }
}

impl<'a> ProgramLoop<'a> {
    /// Runs the program. Returns a value that fits its schema `output`.
    pub fn run(self, input: &'a Value) -> BoxFuture<'a, Result<Value, RunError>> {
        async move { self.run_rounds(input).await }.boxed()
    }

    async fn run_rounds(&self, input: &Value) -> Result<Value, RunError> {
        let mut items = self.opening(input)?;
        let servers = self.run.servers(self.agent).await?;
        let python = self.run.python.is_some();
        let mut tools: Option<Toolbox> = None;
        let format = self.api().format(&self.format());
        let mut last = Complaint::empty();
        let max = self.run.plan.settings().limits.iterations;
        for iteration in 1..=max {
            let position = format!("{}/{iteration}", self.position);
            let before = tools.as_ref().map(Toolbox::listed);
            let tools = match self.run.listed(servers.as_deref(), &position, before).await? {
                Some(now) => tools.insert(Toolbox::new(self.agent, python, now, self.api())),
                None => tools.get_or_insert_with(|| Toolbox::new(self.agent, python, Vec::new(), self.api())),
            };
            let limit = self.run.plan.settings().limits.conversation;
            if items.len() > limit {
                return Err(RunError::Conversation { program: self.agent.program.name.clone(), limit });
            }
            self.run.ledger.iteration(self.account);
            let request =
                Request { model: self.model(), items: &items, tools: tools.for_request(), format: &format };
            let reply = self.call_model(request, iteration, &position).await?;
            reply.items.iter().for_each(|item| items.push(item));
            if reply.calls.is_empty() {
                match self.check_reply(&reply)? {
                    Ok(value) => return Ok(value),
                    Err(complaint) => {
                        self.run.ledger.invalid_reply(self.account);
                        items.push(&self.api().user(&complaint.to_model));
                        last = complaint;
                    }
                }
            } else {
                last = Complaint::still_calling();
                let results = self.call_all(&reply.calls, tools, &position).await?;
                results.iter().for_each(|result| items.push(result));
            }
        }
        let last = self.run.redactor.text(&last.to_people);
        Err(RunError::Iterations { program: self.agent.program.name.clone(), iterations: max, last })
    }

    /// The first messages of the conversation.
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

    /// The model of this program.
    pub fn model(&self) -> &str {
        let own = self.agent.program.model.as_deref();
        self.run.plan.settings().model.as_deref().or(own).unwrap_or(self.model)
    }

    /// The format of the reply.
    pub fn format(&self) -> Format {
        let derived = &self.agent.derived;
        Format::Schema { schema: derived.schema.clone(), strict: derived.strict }
    }

    async fn call_model(
        &self,
        request: Request<'_>,
        iteration: u32,
        position: &str,
    ) -> Result<Reply, RunError> {
        let limit = self.run.plan.settings().limits.calls;
        if self.run.calls.fetch_add(1, Ordering::Relaxed) >= limit {
            return Err(RunError::Calls { limit });
        }
        let program = &self.agent.program.name;
        self.run.watch.on(Event::Asking { program: program.clone(), iteration });
        let start = Instant::now();
        let reply = self.run.client.ask(Caller { program, position }, request).await?;
        let tokens = self.run.ledger.tokens(self.account, reply.usage);
        self.run.watch.on(Event::Replied { program: program.clone(), tokens, took: start.elapsed() });
        Ok(reply)
    }

    /// The value of a reply, or a complaint about it.
    ///
    /// # Errors
    /// If the model refused, or its reply was blocked.
    fn check_reply(&self, reply: &Reply) -> Result<Result<Value, Complaint>, RunError> {
        let refused = |reason: String| RunError::Refused {
            program: self.agent.program.name.clone(),
            reason: self.run.redactor.text(&reason),
        };
        match &reply.incomplete {
            Some(IncompleteReply::Refused(reason)) => {
                return Err(refused(format!("the model refused: {reason}")));
            }
            Some(IncompleteReply::Filtered) => {
                return Err(refused("a content filter of the server blocked the reply".to_owned()));
            }
            Some(IncompleteReply::Cut(reason)) => return Ok(Err(Complaint::cut(reason))),
            None => {}
        }
        let text = reply.text.as_deref().unwrap_or_default();
        if text.trim().is_empty() {
            return Ok(Err(Complaint::empty()));
        }
        Ok(match reply_json::value(text) {
            Ok(value) => {
                let value = self.agent.derived.value(&self.agent.output, value);
                let mismatches = self.agent.output.mismatches(&value);
                if mismatches.is_empty() { Ok(value) } else { Err(Complaint::misfit(&mismatches)) }
            }
            Err(error) => Err(Complaint::not_json(&error)),
        })
    }

    /// Executes the tool calls of a reply in parallel. The results have the order of the calls.
    async fn call_all(
        &self,
        calls: &[Call],
        tools: &Toolbox,
        position: &str,
    ) -> Result<Vec<Value>, RunError> {
        let limits = self.run.plan.settings().limits;
        let max = limits.tool_calls;
        self.run.ledger.tools(self.account, calls.len().min(max));
        if calls.len() > max {
            self.notice(format!("a reply has {} tool calls: only the first {max} are executed", calls.len()));
        }
        let contents = calls.iter().enumerate().map(|(index, call)| async move {
            if index >= max {
                let message = format!(
                    "not executed: a reply may have {max} tool calls. Call the tool again in the next reply"
                );
                return Ok(ResultText::of(Outcome::Error(message)));
            }
            let position = format!("{position}/{index}");
            let tool = call.name.clone();
            self.run.watch.on(Event::Calling { program: self.agent.program.name.clone(), tool });
            let start = Instant::now();
            let outcome = self.call(call, tools, position).await?;
            let (program, tool) = (self.agent.program.name.clone(), call.name.clone());
            self.run.watch.on(Event::Called { program, tool, took: start.elapsed() });
            Ok(ResultText::of(outcome).cut(limits.result))
        });
        let contents: Result<Vec<ResultText>, RunError> = join_all(contents).await.into_iter().collect();
        let mut left = limits.results;
        let results = calls.iter().zip(contents?).map(|(call, content)| {
            let content = content.cut(left);
            left = left.saturating_sub(content.text().len());
            if content.is_cut() {
                self.notice(format!(
                    "the result of `{}` is too long: the model gets the beginning",
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

    /// Executes a tool call. The model gets its errors, unless they end the run.
    async fn call(&self, call: &Call, tools: &Toolbox, position: String) -> Result<Outcome, RunError> {
        let found = tools.find(&call.name).and_then(|target| Ok((target, tools::arguments(call)?)));
        let (target, arguments) = match found {
            Ok(found) => found,
            Err(message) => {
                return Ok(match tools.find(&call.name) {
                    Ok(ToolTarget::Python) => executed(Err(message)),
                    _ => Outcome::Error(message),
                });
            }
        };
        if let ToolTarget::Agent(agent) = target {
            return self.call_agent(agent, Value::Object(arguments), position).await;
        }
        let shown = self.run.redactor.value(&Value::Object(arguments.clone()));
        if let Some(replayed) = self.run.recording.replay_result(&position, &call.name, &shown) {
            return replayed.map_err(RunError::Recording);
        }
        let outcome = match target {
            ToolTarget::Server { server, tool } => match self.run.servers(self.agent).await? {
                Some(servers) => servers.call(server, tool, arguments).await,
                None => Outcome::Error(format!("the server `{server}` is not running")),
            },
            ToolTarget::Python | ToolTarget::Agent(_) => {
                self.python(arguments.get("code").and_then(Value::as_str).map(str::to_owned)).await
            }
        };
        if let (ToolTarget::Server { server, tool }, Outcome::Error(message)) = (target, &outcome) {
            let message = self.run.redactor.text(message);
            self.run.failures.server(self.agent, server, format!("the tool `{tool}` failed: {message}"));
        }
        let recorded = match &outcome {
            Outcome::Ok(text) => Outcome::Ok(self.run.redactor.text(text)),
            Outcome::Error(text) => Outcome::Error(self.run.redactor.text(text)),
        };
        self.run.recording.record_result(&position, &call.name, &shown, &recorded);
        Ok(outcome)
    }

    async fn call_agent(
        &self,
        agent: &Agent,
        arguments: Value,
        position: String,
    ) -> Result<Outcome, RunError> {
        let input = match checked_input(agent, &arguments) {
            Ok(input) => input,
            Err(mismatches) => {
                let list = list(&mismatches);
                return Ok(Outcome::Error(format!("the arguments do not fit the schema:\n{list}")));
            }
        };
        let start = Instant::now();
        let position = format!("{position}:{}", agent.program.name);
        let program =
            ProgramLoop { run: self.run, agent, position, model: self.model(), account: Account::Imports };
        let result = program.run(&input).await;
        self.run.ledger.imported_program(&agent.program.name, start.elapsed());
        match result {
            Ok(value) => Ok(Outcome::Ok(value.to_string())),
            Err(error) => {
                self.run.failures.import(self.agent, agent, &error);
                if error.is_final() { Err(error) } else { Ok(Outcome::Error(error.to_string())) }
            }
        }
    }

    /// Runs code in Python. The result is an [`Execution`] as JSON, even after an error.
    async fn python(&self, code: Option<String>) -> Outcome {
        executed(match code {
            Some(code) => self.execution(code).await,
            None => Err("missing argument `code`: must be a string with the code to run".to_owned()),
        })
    }

    async fn execution(&self, code: String) -> Result<Execution, String> {
        let permit = match &self.run.python {
            Some(pool) => pool.permit().await,
            None => None,
        };
        let permit = permit.ok_or_else(|| "this agmark was built without Python".to_owned())?;
        let stop = Stop::default();
        // The code is stopped when this future is dropped.
        let _guard = StopOnDrop(stop.clone());
        let watch = self.run.watch.clone();
        let ran = tokio::task::spawn_blocking(move || {
            // The permit is released when the code has ended, even if its result is no longer needed.
            let python = &permit.interpreter;
            python.prepare(&|what| watch.on(Event::Preparing { what: what.to_owned() }))?;
            Ok(python.run(&code, &stop))
        });
        ran.await.unwrap_or_else(|error| {
            let how = if error.is_panic() { "a bug in agmark" } else { "the run ended" };
            Err(format!("Python ended unexpectedly: {how}"))
        })
    }
}

/// The result of a call of Python for the model.
fn executed(execution: Result<Execution, String>) -> Outcome {
    let execution =
        execution.unwrap_or_else(|message| Execution { error: Some(message), ..Execution::default() });
    serde_json::to_string(&execution).map_or_else(|error| Outcome::Error(error.to_string()), Outcome::Ok)
}
