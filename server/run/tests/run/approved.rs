//! What was approved is what runs, whatever becomes of the files meanwhile.

use agmark_run::testing::{Model, calls, json, text};
use serde_json::json;

use crate::support::{Programs, failure, finish, job};

const FRONT: &str = "input: { type: object }\noutput: { type: object }";

#[tokio::test]
async fn files_that_are_replaced_after_the_question_change_nothing() {
    let programs = Programs::new(&[
        ("main", &format!("{FRONT}\nimports: [part.md]"), "Main as shown."),
        ("part", FRONT, "Part as shown."),
    ]);
    let model = Model::deciding(|request| {
        match (
            request.body["messages"][1]["content"].as_str(),
            request.body["messages"].as_array().unwrap().len(),
        ) {
            (Some("Main as shown.\n"), 2) => calls(&[("part", json!({}))]),
            _ => text("{}"),
        }
    });
    let plan = programs.plan("main", programs.settings(&model));
    let shown = (plan.question(), plan.fingerprint());
    let evil = format!(
        "---\nname: part\ndescription: d\n{FRONT}\nmcp_servers: [{{ name: s, command: touch, args: [x] }}]\n---\nEvil.\n"
    );
    std::fs::write(programs.path("part.md"), &evil).unwrap();
    std::fs::write(programs.path("main.md"), evil.replace("part", "main")).unwrap();
    assert_eq!((plan.question(), plan.fingerprint()), shown);
    let finished = finish(job(plan, json!({}))).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    let prompts: Vec<_> = model.received().iter().map(|r| r.body["messages"][1]["content"].clone()).collect();
    assert_eq!(prompts, ["Main as shown.\n", "Part as shown.\n", "Main as shown.\n"]);
}

#[tokio::test]
async fn files_that_are_gone_after_the_question_change_nothing() {
    let programs = Programs::greet();
    let model = Model::scripted(vec![json(json!({ "greeting": "Hello" }))]);
    let plan = programs.plan("greet", programs.settings(&model));
    std::fs::remove_file(programs.path("greet.md")).unwrap();
    assert!(finish(job(plan, json!({ "name": "Ada" }))).await.result.is_ok());
}

#[cfg(unix)]
#[tokio::test]
async fn a_program_that_appears_on_path_after_the_question_is_not_started() {
    use std::os::unix::fs::PermissionsExt;
    let programs = Programs::new(&[("p", FRONT, "x")]);
    let folder = programs.path("");
    let server =
        format!("mcp_servers: [{{ name: s, command: tool, env: {{ PATH: \"{}\" }} }}]", folder.display());
    let text_of = format!("---\nname: p\ndescription: d\n{FRONT}\n{server}\n---\nx\n");
    std::fs::write(programs.path("p.md"), text_of).unwrap();
    let model = Model::scripted(vec![text("{}")]);
    let plan = programs.plan("p", programs.settings(&model));
    assert!(plan.question().contains("the program does not exist"), "{}", plan.question());
    let tool = programs.path("tool");
    std::fs::write(&tool, format!("#!/bin/sh\n/usr/bin/touch {}\n", programs.path("started").display()))
        .unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    let failed = failure(&finish(job(plan, json!({}))).await);
    assert!(failed.contains("cannot start `tool`: the program does not exist"), "{failed}");
    assert!(!programs.path("started").exists());
}

#[cfg(unix)]
#[tokio::test]
async fn a_result_is_not_lost_when_the_recording_cannot_be_written() {
    let programs = Programs::greet();
    let model = Model::scripted(vec![json(json!({ "greeting": "Hello" }))]);
    let mut job = programs.job("greet", json!({ "name": "Ada" }), &model);
    let file = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    job.recording = agmark_run::Recording::record_to(file, std::path::Path::new("/dev/full"));
    let finished = finish(job).await;
    assert!(finished.result.is_ok(), "{}", failure(&finished));
    assert!(finished.recording_error.unwrap().starts_with("the recording /dev/full is incomplete: "));
}
