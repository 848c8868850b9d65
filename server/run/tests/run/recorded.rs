//! Recordings, and dry runs.

use std::sync::Arc;

use agmark_run::testing::{Model, calls, error, json, text};
use agmark_run::{Endpoint, Recording};
use serde_json::json;

use crate::support::{KEY, Parrot, Programs, failure, finish};

const FRONT: &str = "input: { type: object, properties: { n: { type: integer } } }\n\
                     output: { type: object, properties: { sum: { type: integer } }, required: [sum] }";

fn programs() -> Programs {
    Programs::new(&[
        ("main", &format!("{FRONT}\nimports: [part.md]"), "Sum up to {{ .n }}."),
        ("part", FRONT, "A part."),
    ])
}

#[tokio::test]
async fn a_recording_plays_without_model_tools_or_key() {
    let model =
        Model::deciding(|request| match (request.body["messages"][1]["content"].as_str(), request.last()) {
            (Some("A part.\n"), last) if last.starts_with("That") => json(json!({ "sum": 1 })),
            (Some("A part.\n"), _) => text("no"),
            (_, "Sum up to 3.\n") => calls(&[
                ("part", json!({ "n": 1 })),
                ("python", json!({ "code": KEY })),
                ("part", json!({ "n": 2 })),
            ]),
            _ if request.body["response_format"]["type"] == "json_schema" => {
                error(400, "no json_schema here", &[])
            }
            _ => json(json!({ "sum": 6 })),
        });
    let programs = programs();
    let file = programs.path("run.jsonl");
    let mut job = programs.job("main", json!({ "n": 3 }), &model);
    job.python = Some(Arc::new(Parrot));
    job.recording = Recording::record(&file).unwrap();
    let first = finish(job).await;
    assert_eq!(first.result.as_ref().unwrap(), &json!({ "sum": 6 }), "{:?}", first.result);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains(KEY) && text.contains("[key]"));
    let asked = model.received().len();

    let replay = |input| {
        let mut job = programs.job_with("main", input, &model, |settings| {
            settings.endpoint = Endpoint::new(None, None, Default::default());
        });
        job.python = Some(Arc::new(crate::support::Parrot));
        job.recording = Recording::parse(&text).unwrap();
        finish(job)
    };
    let second = replay(json!({ "n": 3 })).await;
    assert_eq!(second.result.unwrap(), json!({ "sum": 6 }));
    assert_eq!(
        second.summary.agent_calls.unwrap().calls_by_agent,
        first.summary.agent_calls.unwrap().calls_by_agent
    );
    assert_eq!(second.summary.tokens, first.summary.tokens);
    let other = replay(json!({ "n": 4 })).await;
    assert!(
        failure(&other)
            .starts_with("the request at main/1 differs from the recorded request at `/messages/1/content`"),
        "{}",
        failure(&other)
    );
    assert_eq!(model.received().len(), asked);
}

#[tokio::test]
async fn a_dry_run_is_the_first_request() {
    let model = Model::scripted(vec![json(json!({ "sum": 1 }))]);
    let programs = programs();
    let job = || {
        let mut job = programs.job("main", json!({ "n": 3 }), &model);
        job.python = Some(Arc::new(Parrot));
        job
    };
    let plan = programs.plan("main", programs.settings(&model));
    let dry = plan.first_request(&json!({ "n": 3 }), Some(Arc::new(Parrot))).unwrap();
    assert!(model.received().is_empty() && dry.unknown.is_empty());
    assert!(finish(job()).await.result.is_ok());
    assert_eq!(dry.request, model.received()[0].body);
}
