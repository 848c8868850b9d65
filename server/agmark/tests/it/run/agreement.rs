//! The agreement comes before the first run.

use std::io::{Read, Write};

use agmark_run::testing::{Model, json};
use serde_json::{Value, json};

use super::support::{Place, Ran, ended, finish};

/// Reads the sentence and types what `answer` makes of it.
fn agree(place: &Place, answer: impl Fn(&str) -> String) -> Ran {
    let mut child = place.command(&["markdownlang", "agree"]).spawn().unwrap();
    let mut err = child.stderr.take().unwrap();
    let mut shown = String::new();
    while !shown.ends_with("> ") {
        let mut byte = [0; 256];
        let read = err.read(&mut byte).unwrap();
        assert!(read > 0, "{shown}");
        shown.push_str(std::str::from_utf8(&byte[..read]).unwrap());
    }
    let phrase = shown.lines().find_map(|line| line.strip_prefix("    ")).unwrap();
    let answer = answer(phrase);
    child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
    let mut rest = String::new();
    err.read_to_string(&mut rest).unwrap();
    let mut ran = ended(child);
    ran.err = rest;
    ran
}

#[test]
fn without_agreement_nothing_is_asked() {
    let place = Place::greet();
    std::fs::remove_file(place.path(".markdownlang-agreement.json")).unwrap();
    let model = Model::scripted(vec![json(json!({ "greeting": "Hello" }))]);
    let args = ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#];
    let ran = place.run(&model, &args);
    assert_eq!(ran.code, 1);
    assert!(ran.err.ends_with("run: agmark markdownlang agree\n"), "{}", ran.err);
    assert!(model.received().is_empty());

    let wrong = agree(&place, |phrase| format!("{}\n", phrase.to_lowercase()));
    assert_eq!(wrong.code, 1);
    assert!(wrong.err.contains("the sentence does not match"), "{}", wrong.err);
    assert_eq!(place.run(&model, &args).code, 1);

    let right = agree(&place, |phrase| format!("{phrase}\n"));
    assert_eq!(right.code, 0, "{}", right.err);
    let kept: Value = serde_json::from_str(&place.read(".markdownlang-agreement.json")).unwrap();
    assert!(kept["agreed_at"].is_string() && kept["phrase_index"].as_u64().unwrap() < 16);
    assert_eq!(place.run(&model, &args).code, 0);
    let again = finish(place.command(&["markdownlang", "agree"]));
    assert!(again.code == 0 && again.out.starts_with("You have agreed already"));
}

#[test]
fn an_earlier_versions_file_counts() {
    let place = Place::greet();
    place.write(".markdownlang-agreement.json", r#"{"agreed":true,"version":"1","required_phrase_index":3}"#);
    let model = Model::scripted(vec![json(json!({ "greeting": "Hello" }))]);
    assert_eq!(place.run(&model, &["-program", "greet.md", "-input", r#"{"name":"Ada"}"#]).code, 0);
}
