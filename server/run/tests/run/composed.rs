//! Programs that call programs.

use agmark_run::testing::{Model, Received, calls, error, json, text};
use serde_json::{Value, json};

use crate::support::{Programs, failure, finish};

const LEAF: &str = "input: { type: object, properties: { text: { type: string } }, required: [text] }\n\
                    output: { type: object, properties: { count: { type: integer } }, required: [count] }";

fn nested() -> Programs {
    Programs::new(&[
        (
            "main",
            "input: { type: object }\noutput: { type: integer }\nimports: [./middle.md]\nmodel: big",
            "Main.",
        ),
        ("middle", &format!("{LEAF}\nimports: [leaf.md]"), "Middle: {{ .text }}"),
        ("leaf", &format!("{LEAF}\nmodel: small"), "Leaf: {{ .text }}"),
    ])
}

fn tools(request: &Received) -> Vec<Value> {
    let tools = request.body["tools"].as_array().cloned().unwrap_or_default();
    tools.iter().map(|tool| tool["function"]["name"].clone()).collect()
}

fn prompt(request: &Received) -> &str {
    request.body["messages"][1]["content"].as_str().unwrap()
}

#[tokio::test]
async fn imports_run_their_own_loop_and_are_summed_up() {
    let model = Model::deciding(|request| match (prompt(request), request.last()) {
        ("Main.\n", "Main.\n") => calls(&[
            ("middle", json!({ "text": "a" })),
            ("middle", json!({ "text": "b" })),
            ("middle", json!({})),
        ]),
        ("Main.\n", _) => json(json!({ "value": 2 })),
        (own, last) if own.starts_with("Middle") && own == last => calls(&[("leaf", json!({ "text": "x" }))]),
        (own, last) if own.starts_with("Middle") => text(last),
        ("Leaf: x\n", "Leaf: x\n") => text("no"),
        _ => json(json!({ "count": 1 })),
    });
    let finished = nested().run("main", json!({}), &model).await;
    assert_eq!(finished.result.as_ref().unwrap(), &json!(2));
    let summary = finished.summary;
    assert_eq!(
        (summary.iterations, summary.tools_called, summary.errors, summary.tokens.total),
        (2, 3, 0, 30)
    );
    let nested = summary.agent_calls.unwrap();
    assert_eq!((nested.total_calls, nested.tokens_used), (4, 120));
    assert_eq!(serde_json::to_value(&nested.calls_by_agent).unwrap(), json!({ "leaf": 2, "middle": 2 }));
    let received = model.received();
    assert_eq!(tools(&received[0]), ["middle"]);
    let middle = received.iter().find(|r| prompt(r).starts_with("Middle")).unwrap();
    assert_eq!((tools(middle), &middle.body["model"]), (vec![json!("leaf")], &json!("big")));
    let leaf = received.iter().find(|r| prompt(r).starts_with("Leaf")).unwrap();
    assert_eq!((tools(leaf).len(), &leaf.body["model"]), (0, &json!("small")));
    let last = received.last().unwrap().last();
    assert!(
        last.starts_with("{\"error\":\"the arguments do not fit the schema:\\n- /: lacks \\\"text\\\""),
        "{last}"
    );
}

#[tokio::test]
async fn a_program_that_fails_tells_its_caller() {
    let model = Model::deciding(|request| match (prompt(request), request.last()) {
        ("Main.\n", "Main.\n") => calls(&[("middle", json!({ "text": "a" }))]),
        ("Main.\n", _) => json(json!({ "value": 0 })),
        _ => error(400, "I cannot read this", &[]),
    });
    let finished = nested().run("main", json!({}), &model).await;
    assert_eq!(finished.result.unwrap(), json!(0));
    assert!(model.received().last().unwrap().last().contains("answered 400: I cannot read this"));
}

#[tokio::test]
async fn limits_hold_for_all_together() {
    let model = Model::deciding(|request| match prompt(request) {
        "Main.\n" => calls(&[("middle", json!({ "text": "a" }))]),
        _ => text("no"),
    });
    let programs = nested();
    let job = programs.job_with("main", json!({}), &model, |settings| settings.limits.calls = 7);
    assert!(failure(&finish(job).await).starts_with("the run has reached the limit of 7 model calls"));
    assert_eq!(model.received().len(), 7);
}

#[test]
fn a_circle_is_refused_before_anything_is_asked() {
    let front = |import: &str| format!("{LEAF}\nimports: [{import}]");
    let programs = Programs::new(&[("a", &front("b.md"), "x"), ("b", &front("a.md"), "x")]);
    let model = Model::scripted(vec![text("{}")]);
    let failed =
        agmark_run::Plan::load(&programs.path("a.md"), programs.settings(&model)).unwrap_err().to_string();
    assert!(failed.contains("cycle of imports: a.md → b.md → a.md"), "{failed}");
    assert!(model.received().is_empty());
}
