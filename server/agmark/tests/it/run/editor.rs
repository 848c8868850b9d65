//! A program, run from an editor.

use agmark_run::testing::{Answer, Model, json};
use serde_json::{Value, json};

use super::client::{Editor, address};
use super::support::{KEY, Place, finish};

const RUN: &str = "agmark.markdownlang.run";

fn editor(place: &Place, model: &Model, answer: Option<&'static str>) -> Editor {
    Editor::start(place.serving(model), answer)
}

fn hello() -> Model {
    Model::scripted(vec![json(json!({ "greeting": format!("Hello {KEY}") }))])
}

#[test]
fn nothing_is_run_before_a_yes() {
    let (place, model) = (Place::greet(), hello());
    let file = place.path("greet.md");
    for answer in [None, Some("Do not run"), Some("yes")] {
        let mut editor = editor(&place, &model, answer);
        let said = editor.command(RUN, &file, json!({ "name": "Ada" }));
        assert!(said.get("error").is_none(), "{said}");
        assert_eq!(editor.questions().len(), 1);
    }
    assert!(model.received().is_empty());
}

#[test]
fn a_yes_holds_for_exactly_what_was_shown() {
    let (place, model) = (Place::greet(), hello());
    let file = place.path("greet.md");
    let mut editor = editor(&place, &model, Some("Run"));
    let result = editor.command(RUN, &file, json!({ "name": "Ada" }));
    let text = result["result"]["text"].as_str().unwrap_or_default();
    assert_eq!(text, "{\n  \"greeting\": \"Hello [key]\"\n}\n", "{result}");
    assert!(result["result"]["note"].as_str().unwrap().starts_with("15 tokens, "), "{result}");
    editor.again(&file);
    assert_eq!(
        (editor.questions().len(), model.received().len()),
        (1, 2),
        "the input is kept, and so is the yes"
    );
    assert!(editor.questions()[0].ends_with("and starts nothing."), "{:?}", editor.questions());
    let text = place.read("greet.md");
    let server = "mcp_servers: [{ name: s, command: no-such-program, args: [\"-x\"], env: { A: secret } }]\n---\nGreet";
    place.write("greet.md", &text.replace("---\nGreet", server));
    let failed = editor.again(&file);
    assert!(
        failed["error"]["message"].as_str().unwrap().contains("the server `s` did not start"),
        "{failed}"
    );
    let question = editor.questions().pop().unwrap();
    assert!(question.contains("- starts `no-such-program -x` (greet.md, server s)\n"), "{question}");
    assert!(question.contains("\n  - the program does not exist\n"), "{question}");
    assert!(question.ends_with("\n  - with A=secret"), "{question}");
    let found = editor.diagnostics_when(&file, |found| !found.is_empty());
    assert_eq!(found[0]["code"], "markdownlang/failed-run", "{found:?}");
    assert_eq!((&found[0]["range"]["start"]["line"], model.received().len()), (&json!(5), 2));
    assert_eq!(found[0]["severity"], 1);
}

#[test]
fn an_input_that_does_not_fit_stands_at_its_schema() {
    let (place, model) = (Place::greet(), hello());
    let file = place.path("greet.md");
    let mut editor = editor(&place, &model, Some("Run"));
    let failed = editor.command(RUN, &file, json!({ "name": 5 }));
    assert!(
        failed["error"]["message"].as_str().unwrap().contains("- /name: expected a string, found an integer"),
        "{failed}"
    );
    let name = "input: { type: object, properties: { ".len();
    let found = editor.diagnostics_when(&file, |found| !found.is_empty());
    assert_eq!(found[0]["range"]["start"], json!({ "line": 3, "character": name }));
    editor.command(RUN, &file, json!({}));
    let said = "the input does not fit the schema: /: lacks \"name\"";
    let missing =
        editor.diagnostics_when(&file, |found| found.first().is_some_and(|one| one["message"] == said));
    assert_eq!(missing[0]["range"]["start"], json!({ "line": 3, "character": name }));
    assert!(editor.command(RUN, &file, json!({ "name": "Ada" }))["result"]["text"].is_string());
    // A new run takes the old findings away.
    editor.diagnostics_when(&file, <[Value]>::is_empty);
}

#[test]
fn without_agreement_the_command_is_told() {
    let (place, model) = (Place::greet(), hello());
    place.write(".markdownlang-agreement.json", "{}");
    let mut editor = editor(&place, &model, Some("Run"));
    let file = place.path("greet.md");
    let failed = editor.command(RUN, &file, json!({ "name": "Ada" }));
    assert!(failed["error"]["message"].as_str().unwrap().contains("agmark markdownlang agree"), "{failed}");
    let dry = editor.command("agmark.markdownlang.dryRun", &file, json!({ "name": "Ada" }));
    let request: Value = serde_json::from_str(dry["result"]["text"].as_str().unwrap()).unwrap();
    assert_eq!(request["messages"][1]["content"], "Greet Ada.\n");
    assert!(model.received().is_empty() && editor.questions().is_empty());
}

#[test]
fn a_run_is_cancelled_by_whoever_began_it() {
    let place = Place::greet();
    let slow =
        Answer::After(std::time::Duration::from_secs(60), Box::new(json(json!({ "greeting": "late" }))));
    let model = Model::scripted(vec![slow]);
    let mut editor = editor(&place, &model, Some("Run"));
    let argument = json!({ "uri": address(&place.path("greet.md")), "input": { "name": "Ada" } });
    let id = editor.begin("workspace/executeCommand", json!({ "command": RUN, "arguments": [argument] }));
    let question = editor.receive_question();
    editor.send(json!({ "jsonrpc": "2.0", "id": question, "result": { "title": "Run" } }));
    while model.received().is_empty() {
        assert!(editor.child.try_wait().unwrap().is_none(), "the server ended before it asked");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    editor.send(json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": id } }));
    let cancelled = editor.until(id);
    assert!(cancelled.get("error").is_some(), "{cancelled}");
}

#[test]
fn examples_of_the_rule_are_true() {
    let (place, model) = (Place::new(), Model::scripted(vec![json(json!({ "sky": "clear" }))]));
    let rules = finish(place.command(&["rules", "--json"])).out;
    let rules: Vec<Value> = serde_json::from_str(&rules).unwrap();
    let rule = rules.iter().find(|rule| rule["code"] == "markdownlang/failed-run").unwrap();
    let mut editor = editor(&place, &model, Some("Run"));
    let file = place.path("weather.md");
    for example in rule["examples"]["bad"].as_array().unwrap() {
        place.write("weather.md", example.as_str().unwrap());
        assert!(editor.command(RUN, &file, json!({})).get("error").is_some(), "{example}");
        let found = editor.diagnostics_when(&file, |found| !found.is_empty());
        assert_eq!(found[0]["code"], "markdownlang/failed-run", "{found:?}");
    }
    for example in rule["examples"]["good"].as_array().unwrap() {
        place.write("weather.md", example.as_str().unwrap());
        assert!(editor.command(RUN, &file, json!({}))["result"]["text"].is_string(), "{example}");
        editor.diagnostics_when(&file, <[Value]>::is_empty);
    }
}

/// The settings hold for what a run finds, too.
#[test]
fn a_failed_run_is_as_bad_as_the_settings_say() {
    let (place, model) = (Place::greet(), hello());
    let file = place.path("greet.md");
    place.write("agmark.toml", "[rules]\n\"markdownlang/failed-run\" = \"information\"\n");
    let mut editor = editor(&place, &model, Some("Run"));
    editor.command(RUN, &file, json!({ "name": 5 }));
    let found = editor.diagnostics_when(&file, |found| !found.is_empty());
    assert_eq!(found[0]["severity"], 3, "{found:?}");
}
