//! What goes wrong on the way to the model and back.

use std::sync::Arc;
use std::time::{Duration, Instant};

use agmark_run::events::Event;
use agmark_run::testing::{Answer, Model, error, json, text};
use agmark_run::{CancellationToken, Endpoint, Finished};
use serde_json::json;

use crate::support::{KEY, Notes, Programs, failure, finish};

async fn greet(model: &Model) -> (Finished, Arc<Notes>) {
    let notes = Arc::new(Notes::default());
    let programs = Programs::greet();
    let mut job = programs.job("greet", json!({ "name": "Ada" }), model);
    job.watch = notes.clone();
    (finish(job).await, notes)
}

fn hello() -> Answer {
    json(json!({ "greeting": "Hello" }))
}

#[tokio::test]
async fn transient_faults_are_outlasted() {
    let model = Model::scripted(vec![
        error(500, "oh", &[]),
        error(429, "slow down", &[("Retry-After", "0.05")]),
        Answer::Cut,
        error(408, "late", &[]),
        error(409, "busy", &[]),
        hello(),
    ]);
    let begun = Instant::now();
    let (finished, notes) = greet(&model).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    assert!(begun.elapsed() >= Duration::from_millis(50));
    assert_eq!((finished.summary.iterations, finished.summary.errors), (1, 0));
    let waits: Vec<_> = notes
        .all()
        .into_iter()
        .filter_map(|event| match event {
            Event::Waiting { pause, retry, most, .. } => Some((pause, retry, most)),
            _ => None,
        })
        .collect();
    assert_eq!(waits.iter().map(|(_, retry, _)| *retry).collect::<Vec<_>>(), [1, 2, 3, 4, 5]);
    assert_eq!(waits[1], (Duration::from_millis(50), 2, 10));
}

#[tokio::test]
async fn there_is_an_end_to_trying() {
    let model = Model::scripted(vec![error(503, "down", &[])]);
    let (finished, _) = greet(&model).await;
    assert!(failure(&finished).contains("answered 503: down. The request was repeated"));
    assert_eq!(model.received().len(), 11);
}

#[tokio::test]
async fn a_pause_beyond_the_end_of_the_run_is_not_taken() {
    let model = Model::scripted(vec![error(429, "tomorrow", &[("Retry-After", "86400")])]);
    let (finished, _) = greet(&model).await;
    assert!(failure(&finished).contains("answered 429: tomorrow"));
    assert_eq!(model.received().len(), 1);
}

#[tokio::test]
async fn what_waiting_does_not_fix_fails_at_once() {
    for (status, advice) in [(401, "Set OPENAI_API_KEY"), (403, "use another key"), (404, "check `-model`")] {
        let model = Model::scripted(vec![error(status, &format!("bad {KEY} here"), &[]), hello()]);
        let (finished, _) = greet(&model).await;
        let failed = failure(&finished);
        assert!(failed.contains(advice) && failed.contains("bad [key] here"), "{failed}");
        assert_eq!(model.received().len(), 1);
    }
}

#[tokio::test]
async fn the_key_stays_hidden_when_it_is_echoed() {
    let model = Model::scripted(vec![json(json!({ "greeting": 1, "key": KEY })), text(&format!("{KEY}!"))]);
    let (finished, notes) = greet(&model).await;
    let told = format!("{:?} {:?} {:?}", finished.result, finished.summary, notes.all());
    assert!(!told.contains(KEY), "{told}");
    assert!(told.contains("[key]"));
}

#[tokio::test]
async fn a_reply_that_is_too_large_is_refused() {
    let huge = Answer::Http(200, Vec::new(), vec![b' '; 50_000_000]);
    for answer in [Answer::Endless(50_000_000), huge] {
        let model = Model::scripted(vec![answer]);
        let (finished, _) = greet(&model).await;
        assert_eq!(failure(&finished), "the reply is larger than 16 MiB");
        assert_eq!(model.received().len(), 1);
    }
}

#[tokio::test]
async fn what_is_no_model_is_told() {
    let page = Answer::Http(200, Vec::new(), b"<html>".to_vec());
    let (finished, _) = greet(&Model::scripted(vec![page])).await;
    assert!(failure(&finished).contains("it is not JSON"));
    let (finished, _) =
        greet(&Model::scripted(vec![Answer::Http(302, vec![("Location", "http://x/".into())], vec![])]))
            .await;
    assert!(
        failure(&finished).contains("answered 302. Redirects are not followed"),
        "{}",
        failure(&finished)
    );
}

#[tokio::test]
async fn nobody_there_and_no_address() {
    let programs = Programs::greet();
    let model = Model::scripted(vec![hello()]);
    for (url, said) in [
        ("http://127.0.0.1:1/v1", "cannot reach http://127.0.0.1:1/v1"),
        ("nowhere", "invalid base URL `nowhere`"),
        ("localhost:9/v1", "invalid base URL `localhost:9/v1`: it must begin with http:// or https://"),
    ] {
        let job = programs.job_with("greet", json!({ "name": "Ada" }), &model, |settings| {
            settings.endpoint = Endpoint::new(Some(url), None, Default::default());
            settings.limits.retries = 1;
        });
        let finished = finish(job).await;
        assert!(failure(&finished).starts_with(said), "{}", failure(&finished));
    }
    let job = programs.job_with("greet", json!({ "name": "Ada" }), &model, |settings| {
        settings.endpoint = Endpoint::new(None, None, Default::default());
    });
    assert!(failure(&finish(job).await).starts_with("missing API key: set OPENAI_API_KEY"));
    assert!(model.received().is_empty());
}

#[tokio::test]
async fn a_run_ends_in_time_or_when_it_is_told_to() {
    let slow = || Answer::After(Duration::from_secs(20), Box::new(hello()));
    let programs = Programs::greet();
    let model = Model::scripted(vec![slow()]);
    let job = programs.job_with("greet", json!({ "name": "Ada" }), &model, |settings| {
        settings.limits.run = Duration::from_millis(100);
    });
    assert_eq!(failure(&finish(job).await), "the run did not end within 100ms (`-timeout`)");
    let job = programs.job_with("greet", json!({ "name": "Ada" }), &model, |settings| {
        settings.limits.request = Duration::from_millis(50);
        settings.limits.retries = 1;
    });
    assert!(failure(&finish(job).await).contains("no reply from http://127.0.0.1:"));
    let cancel = CancellationToken::new();
    let running = programs.job("greet", json!({ "name": "Ada" }), &model).run(cancel.clone());
    let (finished, ()) = tokio::join!(running, async { cancel.cancel() });
    assert_eq!(failure(&finished), "the run was cancelled");
    assert!(!finished.summary.success);
}
