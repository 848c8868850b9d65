//! What a hostile model or program can make a run do: it is bounded, and the bounds are counted.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use agmark_run::testing::{Answer, Model, calls, json, ok, text};
use agmark_run::{Execution, Interpreter, Job, Limits, Stop};
use serde_json::{Value, json};

use crate::support::{Notes, Programs, failure, finish, job};

/// Counts how many calls run at a time. Each waits until as many run as may.
struct Counting {
    /// Running now, and the most that ever ran.
    counts: Mutex<(usize, usize)>,
    changed: Condvar,
    expected: usize,
    memory: u64,
    ended: AtomicUsize,
}

impl Counting {
    fn new(expected: usize, memory: u64) -> Arc<Self> {
        let (counts, changed) = (Mutex::default(), Condvar::new());
        Arc::new(Self { counts, changed, expected, memory, ended: AtomicUsize::new(0) })
    }

    fn most(&self) -> usize {
        self.counts.lock().unwrap().1
    }
}

impl Interpreter for Counting {
    fn prepare(&self, _tell: &dyn Fn(&str)) -> Result<(), String> {
        Ok(())
    }

    fn run(&self, code: &str, _stop: &Stop) -> Execution {
        let mut counts = self.counts.lock().unwrap();
        counts.0 += 1;
        counts.1 = counts.1.max(counts.0);
        self.changed.notify_all();
        // All allowed calls run in parallel, and none ends before the others.
        while counts.1 < self.expected {
            counts = self.changed.wait(counts).unwrap();
        }
        counts.0 -= 1;
        self.ended.fetch_add(1, Ordering::SeqCst);
        Execution { stdout: code.to_owned(), ..Execution::default() }
    }

    fn memory(&self) -> u64 {
        self.memory
    }
}

/// A model that asks for so many calls of Python in one reply.
fn asking_for(number: usize) -> Model {
    let all: Vec<_> = (0..number).map(|n| ("python", json!({ "code": n.to_string() }))).collect();
    Model::scripted(vec![calls(&all), json(json!({ "greeting": "Hello" }))])
}

fn greeting(programs: &Programs, model: &Model, limits: impl FnOnce(&mut Limits)) -> Job {
    programs.job_with("greet", json!({ "name": "Ada" }), model, |settings| limits(&mut settings.limits))
}

#[tokio::test]
async fn only_so_many_calls_of_python_run_at_a_time() {
    for (pythons, total, one, expected) in
        [(3, 1 << 30, 1 << 20, 3), (4, 512 << 20, 192 << 20, 2), (4, 1 << 20, 1 << 30, 1)]
    {
        let (programs, model) = (Programs::greet(), asking_for(20));
        let mut job = greeting(&programs, &model, |limits| {
            (limits.pythons, limits.python_memory) = (pythons, total);
        });
        let python = Counting::new(expected, one);
        job.python = Some(python.clone());
        let finished = finish(job).await;
        assert!(finished.result.is_ok(), "{}", failure(&finished));
        assert_eq!((python.most(), python.ended.load(Ordering::SeqCst)), (expected, 20));
    }
}

#[test]
fn without_a_word_from_a_person_four_calls_of_python_run_at_most() {
    let limits = Limits::default();
    assert!((1..=4).contains(&limits.pythons));
    assert_eq!(limits.python_memory, 1 << 30);
}

#[tokio::test]
async fn imported_programs_share_the_limits() {
    let front = "input: { type: object }\noutput: { type: object }";
    let programs = Programs::new(&[
        ("main", &format!("{front}\nimports: [a.md, b.md]"), "Main."),
        ("a", front, "A."),
        ("b", front, "B."),
    ]);
    let python = |n: usize| (0..n).map(|_| ("python", json!({ "code": "1" }))).collect::<Vec<_>>();
    let model = Model::deciding(move |request| {
        match (
            request.body["messages"][1]["content"].as_str(),
            request.body["messages"].as_array().unwrap().len(),
        ) {
            (Some("Main.\n"), 2) => {
                calls(&[&[("a", json!({})), ("b", json!({}))][..], &python(5)[..]].concat())
            }
            (_, 2) => calls(&python(5)),
            _ => text("{}"),
        }
    });
    let mut settings = programs.settings(&model);
    settings.limits.pythons = 2;
    let counting = Counting::new(2, 1);
    let mut job = job(programs.plan("main", settings), json!({}));
    job.python = Some(counting.clone());
    let finished = finish(job).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    assert_eq!((counting.most(), counting.ended.load(Ordering::SeqCst)), (2, 15));
}

fn results(request: &Value) -> Vec<&str> {
    request["messages"].as_array().unwrap()[3..].iter().map(|m| m["content"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn of_ten_thousand_calls_in_a_reply_the_first_are_carried_out() {
    let (programs, model) = (Programs::greet(), asking_for(10_000));
    let notes = Arc::new(Notes::default());
    let mut job = greeting(&programs, &model, |limits| limits.tool_calls = 3);
    let python = Counting::new(1, 1);
    job.python = Some(python.clone());
    job.watch = notes.clone();
    let finished = finish(job).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    assert_eq!((python.ended.load(Ordering::SeqCst), finished.summary.tools_called), (3, 3));
    assert_eq!(notes.notices(), ["a reply has 10000 tool calls: only the first 3 are executed"]);
    let received = model.received();
    let results = results(&received[1].body);
    assert_eq!(results.len(), 10_000, "an API wants a result for each call");
    assert!(results[3].contains("not executed: a reply may have 3 tool calls"), "{}", results[3]);
}

#[tokio::test]
async fn results_are_bounded_together() {
    struct Long;
    impl Interpreter for Long {
        fn prepare(&self, _tell: &dyn Fn(&str)) -> Result<(), String> {
            Ok(())
        }

        fn run(&self, _code: &str, _stop: &Stop) -> Execution {
            Execution { stdout: "x".repeat(10_000), ..Execution::default() }
        }

        fn memory(&self) -> u64 {
            1
        }
    }
    let (programs, model) = (Programs::greet(), asking_for(20));
    let mut job = greeting(&programs, &model, |limits| limits.results = 50_000);
    job.python = Some(Arc::new(Long));
    assert!(finish(job).await.result.is_ok());
    let received = model.received();
    let results = results(&received[1].body);
    let all: usize = results.iter().map(|result| result.len()).sum();
    assert!(results.len() == 20 && all < 52_000, "{all}");
    assert!(results[19].starts_with("\n[cut off here: "), "{}", results[19]);
}

#[tokio::test]
async fn a_conversation_that_grows_and_grows_ends() {
    let huge = || text(&"x".repeat(100_000));
    let model = Model::scripted(vec![huge()]);
    let programs = Programs::greet();
    let job = greeting(&programs, &model, |limits| limits.conversation = 250_000);
    let finished = finish(job).await;
    assert!(
        failure(&finished).starts_with("the conversation of `greet` is longer than"),
        "{}",
        failure(&finished)
    );
    assert_eq!(model.received().len(), 3);
}

#[tokio::test]
async fn giant_and_deep_arguments_are_told_to_the_model() {
    let call = |arguments: String| json!({ "id": "c", "type": "function", "function": { "name": "python", "arguments": arguments } });
    let nested = "[".repeat(100_000);
    let message = json!({ "role": "assistant", "content": null, "tool_calls": [
        call(nested), call(format!("{{\"code\": 1, \"more\": \"{}\"}}", "y".repeat(4 << 20))),
    ] });
    let reply: Answer = ok(json!({ "choices": [{ "message": message, "finish_reason": "tool_calls" }] }));
    let model = Model::scripted(vec![reply, json(json!({ "greeting": "Hello" }))]);
    let programs = Programs::greet();
    let mut job = greeting(&programs, &model, |_| {});
    job.python = Some(Counting::new(1, 1));
    let finished = finish(job).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    let received = model.received();
    let results = results(&received[1].body);
    assert!(results[0].contains("the arguments are not JSON"), "{}", results[0]);
    assert!(results[1].contains("missing argument `code`"), "{}", results[1]);
}

#[tokio::test]
async fn a_program_with_too_many_servers_is_refused() {
    let servers: String = (0..65).map(|n| format!("  - {{ name: s{n}, command: sh }}\n")).collect();
    let front = format!("input: {{ type: object }}\noutput: {{ type: object }}\nmcp_servers:\n{servers}");
    let programs = Programs::new(&[("p", front.trim_end(), "x")]);
    let model = Model::scripted(vec![text("{}")]);
    let error = agmark_run::Plan::load(&programs.path("p.md"), programs.settings(&model)).unwrap_err();
    assert!(error.to_string().contains("have 65 servers, but the limit is 64"), "{error}");
}
