//! Tools: all of a reply at once, and whatever goes wrong in them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use agmark_run::testing::{Model, calls, json};
use agmark_run::{Execution, Interpreter, Stop};
use serde_json::{Value, json};

use crate::support::{Parrot, Programs, finish};

/// Is done only when two run at once.
#[derive(Default)]
struct Pair(AtomicUsize);

impl Interpreter for Pair {
    fn prepare(&self, _tell: &dyn Fn(&str)) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, code: &str, stop: &Stop) -> Execution {
        self.0.fetch_add(1, Ordering::SeqCst);
        while self.0.load(Ordering::SeqCst) < 2 && !stop.is_set() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Execution { stdout: code.to_owned(), ..Execution::default() }
    }

    fn memory(&self) -> u64 {
        1 << 20
    }
}

#[tokio::test]
async fn calls_of_one_reply_run_at_the_same_time() {
    let model = Model::scripted(vec![
        calls(&[("python", json!({ "code": "a" })), ("python", json!({ "code": "b" }))]),
        json(json!({ "greeting": "Hello" })),
    ]);
    let programs = Programs::greet();
    let mut job = programs.job("greet", json!({ "name": "Ada" }), &model);
    job.python = Some(Arc::new(Pair::default()));
    let finished = finish(job).await;
    assert!(finished.result.is_ok());
    assert_eq!((finished.summary.iterations, finished.summary.tools_called), (2, 2));
    let received = model.received();
    let messages = received[1].body["messages"].as_array().unwrap();
    let results: Vec<_> = messages[3..].iter().map(|m| (&m["tool_call_id"], &m["content"])).collect();
    let result =
        |code: &str| Value::from(format!("{{\"stdout\":\"{code}\",\"stderr\":\"\",\"error\":null}}"));
    assert_eq!(results, [(&json!("call_0"), &result("a")), (&json!("call_1"), &result("b"))]);
    assert_eq!(messages[2]["tool_calls"][0]["id"], "call_0");
}

#[tokio::test]
async fn wrong_calls_are_told_to_the_model() {
    let model = Model::scripted(vec![
        calls(&[("pyton", json!({})), ("python", json!({})), ("python", json!([1]))]),
        json(json!({ "greeting": "Hello" })),
    ]);
    let programs = Programs::greet();
    let mut job = programs.job("greet", json!({ "name": "Ada" }), &model);
    job.python = Some(Arc::new(Parrot));
    assert!(finish(job).await.result.is_ok());
    let received = model.received();
    let said: Vec<_> =
        received[1].body["messages"].as_array().unwrap()[3..].iter().map(|m| m["content"].clone()).collect();
    assert_eq!(
        said,
        [
            r#"{"error":"unknown tool `pyton`: must be one of python"}"#,
            r#"{"stdout":"","stderr":"","error":"missing argument `code`: must be a string with the code to run"}"#,
            r#"{"stdout":"","stderr":"","error":"the arguments must be a JSON object"}"#,
        ]
    );
}

#[tokio::test]
async fn rounds_of_calls_count() {
    let model = Model::scripted(vec![calls(&[("python", json!({ "code": "1" }))])]);
    let programs = Programs::greet();
    let mut job = programs.job("greet", json!({ "name": "Ada" }), &model);
    job.python = Some(Arc::new(Parrot));
    let finished = finish(job).await;
    assert!(crate::support::failure(&finished).ends_with("the model was still calling tools"));
    assert_eq!(
        (finished.summary.iterations, finished.summary.tools_called, finished.summary.errors),
        (10, 10, 0)
    );
}
