//! The key and the address of requests: no file can set them, and the key is not shown.

use agmark_run::testing::{Model, error, json};
use serde_json::json;

use super::support::{KEY, Place, finish};

#[test]
fn an_echoed_key_is_nowhere_to_be_read() {
    let place = Place::greet();
    let echo = json(json!({ "greeting": format!("Your key is {KEY}") }));
    let model = Model::scripted(vec![error(500, KEY, &[]), echo.clone()]);
    let args =
        ["-program", "greet.md", "-input", r#"{"name":"Ada"}"#, "-debug", "-summary", "-record", "run.jsonl"];
    let ran = place.run(&model, &args);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("Your key is [key]") && ran.err.contains("greet request: "));
    let failing = Model::scripted(vec![error(401, &format!("bad key {KEY}"), &[])]);
    let failed =
        place.run(&failing, &["-program", "greet.md", "-input", r#"{"name":"Ada"}"#, "-debug", "-summary"]);
    assert!(failed.err.contains("bad key [key]"), "{}", failed.err);
    for text in [ran.out, ran.err, place.read("run.jsonl"), failed.out, failed.err] {
        assert!(!text.contains(KEY), "{text}");
    }
}

#[test]
fn flags_come_before_the_environment_and_files_say_nothing() {
    let place = Place::greet();
    let (good, bad) = (
        Model::scripted(vec![json(json!({ "greeting": "good" }))]),
        Model::scripted(vec![json(json!({ "greeting": "bad" }))]),
    );
    let settings =
        format!("OPENAI_BASE_URL={}\nOPENAI_API_KEY=stolen\nbase_url = \"{}\"\n", bad.base_url, bad.base_url);
    for file in [".env", "agmark.toml", ".markdownlang.toml", "markdownlang.json", ".openai"] {
        place.write(file, &settings);
    }
    let mut command = place.running(&bad, &["-program", "greet.md", "-input", r#"{"name":"Ada"}"#]);
    command.args(["-base-url", &good.base_url, "-api-key", "sk-flag"]);
    let ran = finish(command);
    assert!(ran.out.contains("good"), "{}", ran.err);
    assert_eq!(good.received()[0].header("authorization"), Some("Bearer sk-flag"));
    let mut command = place.command(&["markdownlang", "-program", "greet.md", "-input", r#"{"name":"Ada"}"#]);
    command.env_remove("OPENAI_API_KEY");
    let ran = finish(command);
    assert_eq!(ran.code, 1);
    assert!(ran.err.starts_with("error: missing API key: set OPENAI_API_KEY"), "{}", ran.err);
    assert!(bad.received().is_empty());
}
