//! The loop: replies that fit, that do not, and that never do.

use agmark_run::testing::{Model, error, json, ok, text};
use agmark_run::{Api, Endpoint};
use expect_test::expect;
use serde_json::{Value, json};

use crate::support::{KEY, Notes, Programs, failure, finish};

#[tokio::test]
async fn a_reply_that_fits_is_the_result() {
    let model = Model::scripted(vec![json(json!({ "greeting": "Hello Ada" }))]);
    let finished = Programs::greet().run("greet", json!({ "name": "Ada" }), &model).await;
    assert_eq!(finished.result.unwrap(), json!({ "greeting": "Hello Ada" }));
    let summary = finished.summary;
    assert_eq!((summary.success, summary.iterations, summary.errors, summary.tools_called), (true, 1, 0, 0));
    assert_eq!((summary.tokens.total, summary.tokens.cost), (15, Some(0.000_075)));
    assert_eq!((summary.model.as_str(), summary.agent_calls), ("gpt-4o", None));
    let received = model.received();
    assert_eq!(received[0].path, "/v1/chat/completions");
    assert_eq!(received[0].header("authorization"), Some(&*format!("Bearer {KEY}")));
    let body = &received[0].body;
    assert_eq!(body["messages"][1], json!({ "role": "user", "content": "Greet Ada.\n" }));
    assert_eq!(body.get("tools"), None);
    let system = body["messages"][0]["content"].as_str().unwrap();
    assert!(system.contains("`greet`: The program greet") && system.contains("\"minLength\":3"), "{system}");
    expect![[r#"
        {
          "type": "json_schema",
          "json_schema": {
            "name": "output",
            "strict": true,
            "schema": {
              "type": "object",
              "required": [
                "greeting"
              ],
              "properties": {
                "greeting": {
                  "type": "string"
                }
              },
              "additionalProperties": false
            }
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&body["response_format"]).unwrap());
}

#[tokio::test]
async fn what_does_not_fit_goes_back_with_its_errors() {
    let model = Model::scripted(vec![
        text("Hello!"),
        json(json!({ "greeting": "Hi", "mood": 1 })),
        json(json!({ "greeting": "Hello" })),
    ]);
    let finished = Programs::greet().run("greet", json!({ "name": "Ada" }), &model).await;
    assert_eq!(finished.result.unwrap(), json!({ "greeting": "Hello" }));
    assert_eq!((finished.summary.iterations, finished.summary.errors), (3, 2));
    let received = model.received();
    let second = received[1].body["messages"].as_array().unwrap();
    assert_eq!(second[2], json!({ "role": "assistant", "content": "Hello!" }));
    assert!(received[1].last().starts_with("Your reply is not JSON: "), "{}", received[1].last());
    assert_eq!(received[2].body["messages"].as_array().unwrap().len(), 6);
    assert!(received[2].last().contains("- /greeting: "), "{}", received[2].last());
}

#[tokio::test]
async fn what_never_fits_fails_with_a_summary() {
    let model = Model::scripted(vec![json(json!({ "greeting": 1 }))]);
    let finished = Programs::greet().run("greet", json!({ "name": "Ada" }), &model).await;
    let failed = failure(&finished);
    assert!(failed.starts_with("no valid reply to `greet` after 10 rounds"), "{failed}");
    let last = "the last reply did not fit the schema: /greeting: expected a string, found an integer";
    assert!(failed.ends_with(last), "{failed}");
    let summary = finished.summary;
    assert_eq!(
        (summary.success, summary.iterations, summary.errors, summary.tokens.total),
        (false, 10, 10, 150)
    );
    assert_eq!(summary.error.unwrap(), failed);
    assert_eq!(model.received().len(), 10);
}

#[tokio::test]
async fn an_empty_reply_goes_back() {
    let model = Model::scripted(vec![text(""), json(json!({ "greeting": "Hello" }))]);
    let finished = Programs::greet().run("greet", json!({ "name": "Ada" }), &model).await;
    assert!(finished.result.is_ok());
    assert!(model.received()[1].last().starts_with("Your reply is empty."));
}

#[tokio::test]
async fn a_refusal_is_not_asked_again() {
    let reply = |message: serde_json::Value, reason: &str| {
        ok(json!({ "choices": [{ "message": message, "finish_reason": reason }] }))
    };
    let refusal = json!({ "role": "assistant", "content": null, "refusal": "I would rather not" });
    let filtered = json!({ "role": "assistant", "content": "" });
    for (answer, said) in [
        (reply(refusal, "stop"), "the model refused: I would rather not"),
        (reply(filtered, "content_filter"), "a content filter of the server blocked the reply"),
    ] {
        let model = Model::scripted(vec![answer]);
        let finished = Programs::greet().run("greet", json!({ "name": "Ada" }), &model).await;
        assert_eq!(
            failure(&finished),
            format!("no reply to `greet`: {said}. Change the prompt, or use another model (`-model`)")
        );
        assert_eq!(model.received().len(), 1);
    }
}

#[tokio::test]
async fn the_input_is_checked_with_its_defaults() {
    let front = "input: { type: object, properties: { n: { type: integer }, s: { type: string, default: x } }, required: [n, s] }\n\
                 output: {}";
    let programs = Programs::new(&[("p", front, "{{ .n }}{{ .s }}")]);
    let model = Model::scripted(vec![text("{}")]);
    let finished = programs.run("p", json!({ "n": "one" }), &model).await;
    assert_eq!(
        failure(&finished),
        "the input does not fit the schema of `p`:\n- /n: expected an integer, found a string"
    );
    assert!(model.received().is_empty() && !finished.summary.success);
    let finished = programs.run("p", json!({ "n": 1 }), &model).await;
    assert_eq!(finished.result.unwrap(), json!({}));
    assert_eq!(model.received()[0].last(), "1x\n");
}

#[tokio::test]
async fn nulls_for_what_is_optional_are_taken_out() {
    let front = "input: { type: object }\n\
                 output: { type: array, items: { type: object, properties: { a: { type: string } } } }";
    let programs = Programs::new(&[("p", front, "x")]);
    let model = Model::scripted(vec![json(json!({ "value": [{ "a": null }, { "a": "b" }] }))]);
    let finished = programs.run("p", json!({}), &model).await;
    assert_eq!(finished.result.unwrap(), json!([{}, { "a": "b" }]));
    let schema = &model.received()[0].body["response_format"]["json_schema"];
    assert_eq!(schema["strict"], true);
    let item = "/schema/properties/value/items/properties/a/type";
    assert_eq!(schema.pointer(item).unwrap(), &json!(["string", "null"]));
}

#[tokio::test]
async fn a_server_without_schemas_is_asked_for_an_object_once() {
    let refusal =
        error(400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported", &[]);
    let model =
        Model::scripted(vec![refusal, json(json!({ "greeting": 1 })), json(json!({ "greeting": "Hello" }))]);
    let programs = Programs::greet();
    let notes = std::sync::Arc::new(Notes::default());
    let mut job = programs.job("greet", json!({ "name": "Ada" }), &model);
    job.watch = notes.clone();
    let finished = finish(job).await;
    assert!(finished.result.is_ok());
    let formats: Vec<Value> =
        model.received().iter().map(|r| r.body["response_format"]["type"].clone()).collect();
    assert_eq!(formats, ["json_schema", "json_object", "json_object"]);
    assert_eq!(notes.notices().len(), 1);
    assert!(notes.notices()[0].starts_with("the server does not support the schema"));
}

#[tokio::test]
async fn the_model_is_the_flags_then_the_programs() {
    let front = "input: { type: object }\noutput: {}\nmodel: own";
    let programs = Programs::new(&[("p", front, "x")]);
    let model = Model::scripted(vec![text("{}")]);
    let finished = programs.run("p", json!({}), &model).await;
    assert_eq!((finished.summary.model.as_str(), finished.summary.tokens.cost), ("own", None));
    let job = programs.job_with("p", json!({}), &model, |settings| settings.model = Some("flag".into()));
    assert_eq!(finish(job).await.summary.model, "flag");
    let asked: Vec<_> = model.received().iter().map(|r| r.body["model"].clone()).collect();
    assert_eq!(asked, ["own", "flag"]);
}

#[tokio::test]
async fn the_responses_api_is_spoken_too() {
    let call = json!({ "type": "function_call", "id": "fc", "call_id": "c1", "name": "python", "arguments": "{\"code\":\"1\"}" });
    let message = json!({ "type": "message", "content": [{ "type": "output_text", "text": "{\"greeting\":\"Hello\"}" }] });
    let reply =
        |item: Value| ok(json!({ "output": [item], "usage": { "input_tokens": 3, "output_tokens": 4 } }));
    let model = Model::scripted(vec![reply(call), reply(message)]);
    let programs = Programs::greet();
    let mut job = programs.job_with("greet", json!({ "name": "Ada" }), &model, |settings| {
        settings.endpoint = Endpoint::new(Some(&model.base_url), Some(KEY), Api::Responses);
    });
    job.python = Some(std::sync::Arc::new(crate::support::Parrot));
    let finished = finish(job).await;
    assert_eq!(finished.result.unwrap(), json!({ "greeting": "Hello" }));
    assert_eq!((finished.summary.tokens.input, finished.summary.tokens.output), (6, 8));
    let received = model.received();
    assert_eq!(received[0].path, "/v1/responses");
    assert_eq!(received[0].body["text"]["format"]["type"], "json_schema");
    assert_eq!(received[0].body["tools"][0]["name"], "python");
    let input = received[1].body["input"].as_array().unwrap();
    assert_eq!(input[2]["type"], "function_call");
    assert_eq!(input[3]["type"], "function_call_output");
    assert!(received[1].last().contains("ran 1"));
}

#[tokio::test]
async fn calls_in_all_are_limited() {
    let model = Model::scripted(vec![text("no")]);
    let programs = Programs::greet();
    let job =
        programs.job_with("greet", json!({ "name": "Ada" }), &model, |settings| settings.limits.calls = 3);
    let finished = finish(job).await;
    assert_eq!(failure(&finished), "the run has reached the limit of 3 model calls (`-max-calls`)");
    assert_eq!(model.received().len(), 3);
}
