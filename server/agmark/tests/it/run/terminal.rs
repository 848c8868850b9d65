//! What a person sees while a program runs: at a terminal, and elsewhere.
#![cfg(unix)]

use std::process::{Command, Stdio};
use std::time::Duration;

use agmark_run::testing::{Answer, Model, error, json, text};
use serde_json::json;

use super::support::{Place, Ran, finish};

/// A model that takes its time: first it is busy, then it is wrong, then right.
fn slow() -> Model {
    let after = |answer| Answer::After(Duration::from_millis(400), Box::new(answer));
    Model::scripted(vec![
        error(503, "busy", &[("Retry-After", "0.1")]),
        after(text("no")),
        after(json(json!({ "greeting": "Hello" }))),
    ])
}

const ARGS: [&str; 4] = ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#];

/// The program at a terminal of 80 columns; its output is all that the terminal got.
fn at_a_terminal(place: &Place, model: &Model, args: &[&str]) -> Ran {
    const TERMINAL: &str = "import os, pty, sys\nos.environ['COLUMNS'] = '80'\n\
                            sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))";
    let run = place.running(model, args);
    let mut command = Command::new("python3");
    command.args(["-c", TERMINAL]).arg(run.get_program()).args(run.get_args());
    command.current_dir(place.path("")).env("TERM", "xterm");
    for (name, value) in run.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    finish(command)
}

#[test]
fn a_terminal_shows_what_it_does() {
    let (place, model) = (Place::greet(), slow());
    let ran = at_a_terminal(&place, &model, &ARGS);
    assert_eq!(ran.code, 0, "{} {}", ran.out, ran.err);
    let drawn: Vec<&str> = ran.out.split("\r\u{1b}[K").collect();
    let shows = |what: &str| drawn.iter().any(|line| line.contains(what));
    assert!(shows("greet: round 1 ") && shows("greet: round 2  15 tokens "), "{drawn:?}");
    assert!(shows("answered 503: busy: again in 100ms (retry 1 of 10)"), "{drawn:?}");
    let last = drawn.last().unwrap().replace("\r\n", "\n");
    assert_eq!(last, "{\n  \"greeting\": \"Hello\"\n}\n", "the line is gone when the result comes");
}

#[test]
fn elsewhere_only_a_retry_is_told() {
    let (place, model) = (Place::greet(), slow());
    let ran = place.run(&model, &ARGS);
    let told = format!("note: {} answered 503: busy: again in 100ms (retry 1 of 10)\n", model.base_url);
    assert_eq!((ran.code, ran.err), (0, told));
    assert_eq!(model.received().len(), 3);
}

#[test]
fn a_result_cannot_steer_the_terminal() {
    let place = Place::greet();
    let model = Model::scripted(vec![json(json!({ "greeting": "\u{9b}2J\u{202e}x" }))]);
    let ran = at_a_terminal(&place, &model, &ARGS);
    assert!(!ran.out.contains(['\u{9b}', '\u{202e}']) && ran.out.contains("2J"), "{:?}", ran.out);
    assert_eq!(place.run(&model, &ARGS).out, "{\n  \"greeting\": \"\u{9b}2J\u{202e}x\"\n}\n");
}
