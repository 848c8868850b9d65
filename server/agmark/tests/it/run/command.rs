//! Flags, results, summaries, exit codes.

use agmark_run::testing::{Model, json, text};
use expect_test::expect;
use serde_json::{Value, json};

use super::support::{KEY, Place, finish, finish_with};

fn hello() -> Model {
    Model::scripted(vec![json(json!({ "greeting": "Hello Ada" }))])
}

#[test]
fn a_result_is_printed_and_nothing_else() {
    let ran = Place::greet().run(&hello(), &["-program", "greet.md", "-input", r#"{"name":"Ada"}"#]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(ran.out, "{\n  \"greeting\": \"Hello Ada\"\n}\n");
}

#[test]
fn the_word_run_and_one_of_two_dashes_may_be_left_out() {
    let (place, model) = (Place::greet(), hello());
    let input = r#"--input={"name":"Ada"}"#;
    let bare = |args: &[&str]| {
        let mut command = place.command(args);
        command.env("OPENAI_BASE_URL", &model.base_url);
        finish(command)
    };
    assert_eq!(bare(&["markdownlang", "-program", "greet.md", input]).code, 0);
    assert_eq!(bare(&["markdownlang", "run", "--program", "greet.md", input]).code, 0);
    #[cfg(unix)]
    {
        let link = place.path("markdownlang");
        std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_agmark"), &link).unwrap();
        let mut command = place.command_of(&link, &["-program", "greet.md", input]);
        command.env("OPENAI_BASE_URL", &model.base_url);
        let ran = finish(command);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    }
    assert_eq!(model.received()[0].header("authorization"), None);
}

#[test]
fn flags_are_those_of_go() {
    let (place, model) = (Place::greet(), hello());
    let input = r#"-input={"name":"Ada"}"#;
    let run = |args: &[&str]| {
        let mut command = place.command(&[&["markdownlang"], args].concat());
        command.env("OPENAI_BASE_URL", &model.base_url);
        let ran = finish(command);
        assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
        ran.err
    };
    assert_eq!(run(&["run", "greet.md", input]), "");
    assert_eq!(run(&["greet.md", input]), "");
    assert_eq!(run(&["-program=greet.md", input, "-debug=false", "-summary=0", "-yes=true"]), "");
    assert!(run(&["greet.md", input, "-summary=true"]).starts_with("{\"program\":\"greet.md\""));
    assert!(run(&["greet.md", input, "-agree"]).contains("`agmark markdownlang agree`"));
    let without = run(&["greet.md", input, "-no-python", "-debug"]);
    assert!(!without.contains("\"python\""), "{without}");
    assert!(without.contains("greet: the model replied after "), "{without}");
    let version = finish(place.command(&["markdownlang", "-version"]));
    assert!(version.code == 0 && version.out.contains(env!("CARGO_PKG_VERSION")), "{}", version.out);
}

#[cfg(unix)]
#[test]
fn under_its_own_name_messages_use_that_name() {
    let place = Place::greet();
    place.write(".markdownlang-agreement.json", "{}");
    let link = place.path("markdownlang");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_agmark"), &link).unwrap();
    let said = |args: &[&str]| {
        let ran = finish(place.command_of(&link, args));
        let text = ran.out + &ran.err;
        assert!(!text.contains("agmark markdownlang"), "{text}");
        text
    };
    assert!(said(&["greet.md"]).contains("run: markdownlang agree"));
    assert!(said(&["-h"]).contains("Usage: markdownlang"));
    assert!(said(&["run", "-nonsense"]).contains("Usage: markdownlang run"));
}

#[test]
fn a_model_on_this_machine_is_reached_without_a_proxy() {
    let (place, model) = (Place::greet(), hello());
    let mut command =
        place.running(&model, &["greet.md", "-input", r#"{"name":"Ada"}"#, "-request-timeout", "20s"]);
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "ALL_PROXY"] {
        command.env(name, "http://192.0.2.1:9");
    }
    command.env_remove("NO_PROXY").env_remove("no_proxy");
    let ran = finish(command);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn the_input_comes_from_a_file_or_standard_input() {
    let (place, model) = (Place::greet(), hello());
    place.write("in.json", "\u{feff}{\"name\": \"File\"}");
    assert_eq!(place.run(&model, &["-program", "greet.md", "-input", "@in.json"]).code, 0);
    let piped = place.running(&model, &["-program", "greet.md", "-input", "-"]);
    assert_eq!(finish_with(piped, r#"{"name":"Pipe"}"#).code, 0);
    let asked: Vec<_> = model.received().iter().map(|request| request.last().to_owned()).collect();
    assert_eq!(asked, ["Greet File.\n", "Greet Pipe.\n"]);
}

#[test]
fn what_cannot_be_run_says_why() {
    let (place, model) = (Place::greet(), hello());
    let failed = |args: &[&str]| {
        let ran = place.run(&model, args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{}", ran.err);
        ran.err
    };
    let error = failed(&["-program", "greet.md", "-input", "{name: Ada}"]);
    assert!(error.starts_with("error: the input of `-input` is not JSON: "), "{error}");
    assert_eq!(
        failed(&["-program", "greet.md"]),
        "error: the input does not fit the schema of `greet`:\n- /: lacks \"name\"\n"
    );
    assert!(failed(&["-program", "gone.md"]).starts_with("error: cannot read gone.md: "));
    place.write("bad.md", "---\nname: bad\ninput: { type: object }\noutput: {}\n---\n{{ .x \n");
    let error = failed(&["-program", "bad.md", "-summary"]);
    assert!(error.contains("bad.md:") && error.contains("description"), "{error}");
    let summary: Value = serde_json::from_str(error.lines().last().unwrap()).unwrap();
    assert_eq!((&summary["success"], &summary["iterations"]), (&json!(false), &json!(0)));
    assert!(model.received().is_empty());
}

#[test]
fn wrong_usage_is_another_matter() {
    let (place, model) = (Place::greet(), hello());
    for args in [
        &["-input", "{}"][..],
        &["-program", "greet.md", "-nonsense"],
        &["greet.md", "-program", "greet.md"],
        &["-program", "greet.md", "-debug=perhaps"],
        &["-program", "greet.md", "-api", "soap"],
        &["-program", "greet.md", "-timeout", "soon"],
        &["-program", "greet.md", "-record", "a", "-replay", "b"],
        &["-program", "greet.md", "-max-iterations", "0"],
    ] {
        assert_eq!(place.run(&model, args).code, 2, "{args:?}");
    }
}

#[test]
fn the_result_goes_into_a_file_whole_or_not_at_all() {
    let (place, model) = (Place::greet(), hello());
    place.write("out.json", "before");
    let never = Model::scripted(vec![text("no")]);
    let args = ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#, "-output", "out.json"];
    assert_eq!(place.run(&never, &args).code, 1);
    assert_eq!(place.read("out.json"), "before");
    let ran = place.run(&model, &args);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (0, "", ""));
    assert_eq!(place.read("out.json"), "{\n  \"greeting\": \"Hello Ada\"\n}\n");
}

#[test]
fn a_summary_is_one_object_also_of_a_failure() {
    let place = Place::greet();
    let model = Model::scripted(vec![text("no")]);
    let args = ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#, "-summary", "-max-iterations", "2"];
    let ran = place.run(&model, &args);
    assert_eq!(ran.code, 1);
    let mut summary: Value = serde_json::from_str(ran.err.lines().last().unwrap()).unwrap();
    for key in ["duration", "start_time", "end_time"] {
        assert!(summary[key].is_string());
        summary[key] = json!("…");
    }
    expect![[r#"
        {
          "program": "greet.md",
          "success": false,
          "error": "no valid reply to `greet` after 2 rounds (`-max-iterations`): the last reply was not JSON: expected ident at line 1 column 2",
          "iterations": 2,
          "tokens": {
            "input": 20,
            "output": 10,
            "total": 30,
            "cost": 0.00015
          },
          "tools_called": 0,
          "errors": 2,
          "duration": "…",
          "model": "gpt-4o",
          "start_time": "…",
          "end_time": "…"
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&summary).unwrap());
}

#[test]
fn a_dry_run_asks_nobody() {
    let place = Place::greet();
    place.write(".markdownlang-agreement.json", "{}");
    place.program(
        "tools",
        "input: { type: object }\noutput: {}\nmcp_servers: [{ name: s, command: touch, args: [started] }]",
        "Go.",
    );
    let model = hello();
    let ran = place.run(&model, &["-program", "tools.md", "-dry-run"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        ran.err.starts_with("note: the tools of the server `s` (mcp__s__…) are not known"),
        "{}",
        ran.err
    );
    let request: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(request["messages"][1]["content"], "Go.\n");
    assert!(model.received().is_empty() && !place.path("started").exists());
}

#[test]
fn a_recording_plays_without_key_model_or_agreement() {
    let (place, model) = (Place::greet(), hello());
    let args = ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#];
    let recorded = place.run(&model, &[&args[..], &["-record", "run.jsonl"]].concat());
    assert_eq!(recorded.code, 0, "{}", recorded.err);
    place.write(".markdownlang-agreement.json", "{}");
    let replay = |input| {
        let command =
            place.command(&["markdownlang", "-program", "greet.md", "-replay", "run.jsonl", "-input", input]);
        finish(command)
    };
    let replayed = replay(r#"{"name":"Ada"}"#);
    assert_eq!((replayed.code, &replayed.out), (0, &recorded.out), "{}", replayed.err);
    let again = place.command(&["markdownlang", "greet.md", "-replay", "run.jsonl"]);
    assert_eq!(finish(again).out, recorded.out, "the recording holds its input");
    let other = replay(r#"{"name":"Eve"}"#);
    assert_eq!(other.code, 1);
    assert!(
        other.err.contains("differs from the recorded request at `/messages/1/content`"),
        "{}",
        other.err
    );
    assert_eq!(model.received().len(), 1);
    assert!(!place.read("run.jsonl").contains(KEY));
}
