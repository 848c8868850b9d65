//! Small local models, and servers that take less than the API has.

use std::sync::Arc;

use agmark_run::testing::{Answer, Model, calls, error, json, ok, text};
use agmark_run::{Finished, Settings};
use serde_json::{Value, json};

use crate::support::{Notes, Parrot, Programs, failure, finish};

async fn greet(model: &Model, set: impl FnOnce(&mut Settings)) -> (Finished, Arc<Notes>) {
    let notes = Arc::new(Notes::default());
    let programs = Programs::greet();
    let mut job = programs.job_with("greet", json!({ "name": "Ada" }), model, set);
    job.watch = notes.clone();
    job.python = Some(Arc::new(Parrot));
    (finish(job).await, notes)
}

fn hello() -> Answer {
    json(json!({ "greeting": "Hello" }))
}

/// A server that refuses requests with one of these members.
fn refusing(members: &'static [(&'static str, u16, &'static str)]) -> Model {
    Model::deciding(move |request| {
        let format = request.body["response_format"]["type"].as_str().unwrap_or_default();
        let has = |name: &str| request.body.get(name).is_some() || format == name;
        members
            .iter()
            .find(|(name, ..)| has(name))
            .map_or_else(hello, |(_, status, message)| error(*status, message, &[]))
    })
}

#[tokio::test]
async fn a_reply_in_a_fence_or_after_thoughts_counts() {
    for reply in [
        "```json\n{\"greeting\": \"Hello\"}\n```",
        "<think>\nShe is called Ada: {\"greeting\": 1}\n</think>\n\n{\"greeting\": \"Hello\"}",
    ] {
        let model = Model::scripted(vec![text(reply)]);
        let (finished, _) = greet(&model, |_| {}).await;
        assert_eq!(finished.result.unwrap(), json!({ "greeting": "Hello" }));
        assert_eq!((finished.summary.errors, model.received().len()), (0, 1));
    }
}

#[tokio::test]
async fn a_server_without_response_format_is_asked_without_it() {
    let model = refusing(&[("response_format", 400, "Unsupported param: response_format")]);
    let (finished, notes) = greet(&model, |_| {}).await;
    assert_eq!(finished.result.unwrap(), json!({ "greeting": "Hello" }));
    let received = model.received();
    let formats: Vec<_> =
        received.iter().map(|request| request.body["response_format"]["type"].clone()).collect();
    assert_eq!(formats, [json!("json_schema"), json!("json_object"), Value::Null]);
    assert!(received[2].body.get("response_format").is_none());
    let notices = notes.notices();
    assert_eq!(notices.len(), 2, "{notices:?}");
    assert!(notices[1].contains("asks for free text"), "{notices:?}");
}

#[tokio::test]
async fn an_error_500_about_the_format_is_not_repeated() {
    let model = refusing(&[("json_schema", 500, "failed to parse grammar")]);
    let (finished, _) = greet(&model, |_| {}).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    assert_eq!(model.received().len(), 2);
}

#[tokio::test]
async fn a_server_without_tools_is_asked_without_python() {
    let model = refusing(&[("tools", 400, "gemma:2b does not support tools")]);
    let (finished, notes) = greet(&model, |_| {}).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    let received = model.received();
    let tools: Vec<_> = received.iter().map(|request| request.body.get("tools").is_some()).collect();
    assert_eq!(tools, [true, false]);
    assert_eq!(notes.notices().len(), 1);
    assert!(notes.notices()[0].contains("runs without `python`"), "{:?}", notes.notices());
    let both = refusing(&[
        ("tools", 500, "tools param requires --jinja flag"),
        ("response_format", 422, "response_format is unknown"),
    ]);
    let (finished, _) = greet(&both, |_| {}).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    assert_eq!(both.received().len(), 4);
}

#[tokio::test]
async fn tools_that_a_program_needs_are_not_left_out() {
    let front = "input: { type: object }\noutput: { type: object }";
    let programs =
        Programs::new(&[("main", &format!("{front}\nimports: [part.md]"), "x"), ("part", front, "y")]);
    let model = refusing(&[("tools", 400, "gemma:2b does not support tools")]);
    let finished = programs.run("main", json!({}), &model).await;
    let failed = failure(&finished);
    assert!(failed.contains("does not support tools. The program needs tools: use a model"), "{failed}");
    assert_eq!(model.received().len(), 1);
}

#[tokio::test]
async fn an_error_with_status_200_is_an_error() {
    let model = Model::scripted(vec![ok(json!({ "error": { "message": "model is loading forever" } }))]);
    let (finished, _) = greet(&model, |_| {}).await;
    let failed = failure(&finished);
    assert!(failed.contains("answered with an error: model is loading forever"), "{failed}");
    assert_eq!(model.received().len(), 1);
    let busy = ok(json!({ "error": { "message": "upstream is busy", "code": 502 } }));
    let model = Model::scripted(vec![busy, hello()]);
    let (finished, _) = greet(&model, |_| {}).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
}

#[tokio::test]
async fn an_account_without_credit_is_not_asked_again() {
    let body =
        json!({ "error": { "message": "You exceeded your current quota", "code": "insufficient_quota" } });
    let spent = Answer::Http(429, Vec::new(), body.to_string().into_bytes());
    let model = Model::scripted(vec![spent, hello()]);
    let (finished, _) = greet(&model, |_| {}).await;
    assert!(failure(&finished).contains("has no credit left"), "{}", failure(&finished));
    assert_eq!(model.received().len(), 1);
}

#[tokio::test]
async fn python_always_answers_alike() {
    let model = Model::scripted(vec![
        calls(&[("python", json!({ "code": "1" })), ("python", json!({})), ("python", json!([1]))]),
        hello(),
    ]);
    let (finished, _) = greet(&model, |_| {}).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    let received = model.received();
    let messages = received[1].body["messages"].as_array().unwrap();
    for message in &messages[messages.len() - 3..] {
        let result: Value = serde_json::from_str(message["content"].as_str().unwrap()).unwrap();
        assert!(result["stdout"].is_string() && result["stderr"].is_string(), "{result}");
        assert!(result.get("error").is_some(), "{result}");
    }
}
