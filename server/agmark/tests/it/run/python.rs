//! Python, called by a model.
#![cfg(feature = "python")]

use std::time::Duration;

use agmark_run::testing::{Model, Received, calls, json, text};
use serde_json::{Value, json};

use super::support::{Place, ended};

fn place() -> Place {
    let place = Place::new();
    place.program("p", "input: { type: object }\noutput: {}", "Compute.");
    place
}

fn run(code: &'static str, args: &[&str]) -> Value {
    let model =
        Model::deciding(move |request: &Received| match request.body["messages"].as_array().unwrap().len() {
            2 => calls(&[("python", json!({ "code": code }))]),
            _ => json(serde_json::from_str(request.last()).unwrap()),
        });
    let ran = place().run(&model, &[&["-program", "p.md"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn it_computes_and_fails_as_it_should() {
    assert_eq!(run("print(sum(range(10)))", &[]), json!({ "stdout": "45\n", "stderr": "", "error": null }));
    let failed = run("1 / 0", &[]);
    assert_eq!(failed["error"], "execution failed: ZeroDivisionError: division by zero");
    assert_eq!(run("import os; print(dict(os.environ))", &[])["stdout"], "{}\n");
}

#[test]
fn flags_limit_it() {
    let late = run("import time; time.sleep(100)", &["-python-timeout", "300ms"]);
    assert!(late["error"].as_str().unwrap().contains("300ms"), "{late}");
    let large = run("x = bytearray(48 << 20)", &["-python-memory", "32MiB"]);
    assert!(large["error"].as_str().unwrap().contains("MemoryError"), "{large}");
}

#[cfg(unix)]
#[test]
fn it_does_not_hold_up_the_end() {
    let model =
        Model::scripted(vec![calls(&[("python", json!({ "code": "while True: pass" }))]), text("{}")]);
    let place = place();
    let mut child = place.running(&model, &["-program", "p.md"]).spawn().unwrap();
    while model.received().is_empty() {
        assert!(child.try_wait().unwrap().is_none(), "it ended before it asked");
        std::thread::sleep(Duration::from_millis(20));
    }
    rustix::process::kill_process(rustix::process::Pid::from_child(&child), rustix::process::Signal::INT)
        .unwrap();
    let ran = ended(child);
    assert_eq!((ran.code, ran.err.as_str()), (1, "error: the run was cancelled\n"));
}
