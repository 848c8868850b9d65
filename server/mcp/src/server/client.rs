//! The client of a call: cancellation, progress, questions.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rmcp::RoleServer;
use rmcp::model::{
    CallToolRequestParams, ElicitRequest, ElicitRequestParams, ElicitResult, ElicitationAction,
    ElicitationSchema, InputRequest, InputRequiredResult, InputResponses, ProgressNotificationParam,
    ProgressToken, ProtocolVersion,
};
use rmcp::service::RequestContext;
use tokio::runtime::Handle;

use crate::context::{CallClient, PersonAnswer};

/// The time limit for a person's answer.
const THINKING: Duration = Duration::from_secs(3600);

/// The time limit for a client to take a progress notification.
const TAKING: Duration = Duration::from_secs(1);

/// The key of the question in the newer protocol, in which a question is an answer and the call is repeated.
const CONSENT: &str = "consent";

/// The client of one call.
pub struct SessionClient {
    context: RequestContext<RoleServer>,
    runtime: Handle,
    progress: Option<ProgressToken>,
    responses: Option<InputResponses>,
    state: Option<String>,
    /// The question that the client must ask before it repeats the call.
    question: Mutex<Option<String>>,
}

impl SessionClient {
    pub fn new(request: Option<&CallToolRequestParams>, context: RequestContext<RoleServer>) -> Self {
        Self {
            progress: context.meta.get_progress_token(),
            responses: request.and_then(|request| request.input_responses.clone()),
            state: request.and_then(|request| request.request_state.clone()),
            runtime: Handle::current(),
            question: Mutex::default(),
            context,
        }
    }

    /// The question to answer the call with.
    pub fn open_question(&self) -> Option<InputRequiredResult> {
        let question = self.question.lock().unwrap_or_else(PoisonError::into_inner).take()?;
        let state = state_of(&question);
        let request = InputRequest::Elicitation(ElicitRequest::new(yes_or_no(question)));
        Some(InputRequiredResult::new(Some(BTreeMap::from([(CONSENT.to_owned(), request)])), Some(state)))
    }

    fn repeats_call(&self) -> bool {
        let version = self.context.protocol_version();
        version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
    }

    fn can_ask(&self) -> bool {
        let elicitation = self.context.client_capabilities().and_then(|can| can.elicitation);
        // Without a mode, a client means forms.
        elicitation.is_some_and(|modes| modes.form.is_some() || modes.url.is_none())
    }

    /// The answer that came with the call. It counts only for exactly the same question.
    fn given_answer(&self, question: &str) -> Option<PersonAnswer> {
        let response = self.responses.as_ref()?.get(CONSENT)?;
        if self.state.as_deref() != Some(&state_of(question)) {
            return None;
        }
        Some(serde_json::from_value(response.clone()).map_or(PersonAnswer::No, |result| answer(&result)))
    }
}

impl CallClient for SessionClient {
    fn is_cancelled(&self) -> bool {
        self.context.ct.is_cancelled() || self.context.peer.is_transport_closed()
    }

    fn progress(&self, done: f64, total: Option<f64>, message: &str) {
        let Some(token) = self.progress.clone() else { return };
        let mut params = ProgressNotificationParam::new(token, done).with_message(message);
        params.total = total;
        let sent = self.context.peer.notify_progress(params);
        let _ = self.runtime.block_on(async { tokio::time::timeout(TAKING, sent).await });
    }

    fn ask(&self, question: &str) -> PersonAnswer {
        if !self.can_ask() {
            return PersonAnswer::NotAsked;
        }
        if let Some(answer) = self.given_answer(question) {
            return answer;
        }
        if self.repeats_call() {
            *self.question.lock().unwrap_or_else(PoisonError::into_inner) = Some(question.to_owned());
            return PersonAnswer::NotAsked;
        }
        let asked =
            self.context.peer.create_elicitation_with_timeout(yes_or_no(question.to_owned()), Some(THINKING));
        let answered = self.runtime.block_on(async {
            tokio::select! {
                result = asked => result.ok(),
                () = self.context.ct.cancelled() => None,
            }
        });
        answered.map_or(PersonAnswer::No, |result| answer(&result))
    }
}

/// The person agrees if the form is accepted and its field is true.
fn answer(result: &ElicitResult) -> PersonAnswer {
    let yes = result.content.as_ref().and_then(|content| content.get("allow")?.as_bool());
    match result.action {
        ElicitationAction::Accept if yes == Some(true) => PersonAnswer::Yes,
        _ => PersonAnswer::No,
    }
}

fn yes_or_no(message: String) -> ElicitRequestParams {
    let schema = ElicitationSchema::builder().required_bool_property("allow", |schema| {
        schema.title("Allow").description("Whether this may be done, once").with_default(false)
    });
    ElicitRequestParams::FormElicitationParams {
        meta: None,
        message,
        requested_schema: schema.build_unchecked(),
    }
}

fn state_of(question: &str) -> String {
    let mut hasher = DefaultHasher::new();
    question.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}
