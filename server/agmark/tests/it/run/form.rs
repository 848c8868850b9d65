//! An editor without forms and without questions: the input is written into a document, whose code action is the yes.

use agmark_run::testing::{Model, json};
use serde_json::{Value, json};

use super::client::Editor;
use super::support::Place;

const ALLOW: &str = "allow this run, and run with this input";
const RUN: &str = "run with this input";

fn hello() -> Model {
    Model::scripted(vec![json(json!({ "greeting": "Hello" }))])
}

fn titles(offers: &[(String, Value)]) -> Vec<&str> {
    offers.iter().map(|(title, _)| title.as_str()).collect()
}

#[test]
fn the_whole_way_of_an_editor_without_forms() {
    let (place, model) = (Place::greet(), hello());
    let program = place.path("greet.md");
    let mut editor = Editor::plain(place.serving(&model));
    editor.open(&program, "markdown");
    let offers = editor.offers(&program);
    assert_eq!(titles(&offers), ["run this program", "show the first request"]);

    // The program opens a document with the input, which says how to go on and what a run does.
    let said = editor.choose(&program, "run this program");
    assert!(said.get("error").is_none(), "{said}");
    let form = editor.shown(".md");
    assert!(form.starts_with(place.path("state/agmark/inputs")), "{}", form.display());
    let text = std::fs::read_to_string(&form).unwrap();
    let real = std::fs::canonicalize(&program).unwrap();
    assert!(text.starts_with("# Input of greet\n\nChange the input between the fences; then"), "{text}");
    assert!(text.contains(&format!("The program: {}\n", real.display())), "{text}");
    assert!(text.contains("```json\n{\n  \"name\": \""), "{text}");
    assert!(text.contains("\n- `name` (string)\n"), "{text}");
    assert!(
        text.ends_with(&format!("It calls the model gpt-4o at {} and starts nothing.\n", model.base_url)),
        "{text}"
    );

    // What is written there is run with, saved or not; choosing the action is the yes, and it is kept.
    editor.open(&form, "markdown");
    assert_eq!(titles(&editor.offers(&form)), [ALLOW, "show the first request"]);
    let from = text.find("```json").unwrap();
    let to = text.rfind("```").unwrap();
    let written = |input: &str| format!("{}```json\n{input}\n{}", &text[..from], &text[to..]);
    editor.write(&form, &written("{ \"name\": \"Ada\" }"));
    let ran = editor.choose(&form, ALLOW);
    assert!(ran.get("error").is_none(), "{ran}");
    assert_eq!(model.received().last().unwrap().last(), "Greet Ada.\n");
    let result = editor.shown("/result.json");
    assert_eq!(std::fs::read_to_string(result).unwrap(), "{\n  \"greeting\": \"Hello\"\n}\n");
    assert_eq!(titles(&editor.offers(&form)), [RUN, "show the first request"]);
    editor.write(&form, &written("{ \"name\": \"Eve\" }"));
    editor.choose(&form, RUN);
    assert_eq!(model.received().last().unwrap().last(), "Greet Eve.\n");
    assert_eq!(
        titles(&editor.offers(&program)),
        ["run this program", "run with the last input", "show the first request"]
    );
    editor.choose(&program, "run with the last input");
    assert_eq!(model.received().len(), 3);
    assert_eq!(model.received().last().unwrap().last(), "Greet Eve.\n");

    // An invalid input is not run.
    editor.write(&form, &written("{ name }"));
    let failed = editor.choose(&form, RUN);
    let message = failed["error"]["message"].as_str().unwrap();
    assert!(message.starts_with("the input between the fences is not JSON: "), "{message}");
    assert_eq!(model.received().len(), 3);
}

#[test]
fn a_yes_is_to_what_the_document_shows() {
    let (place, model) = (Place::greet(), hello());
    let program = place.path("greet.md");
    let mut editor = Editor::plain(place.serving(&model));
    editor.open(&program, "markdown");
    editor.choose(&program, "run this program");
    let form = editor.shown(".md");
    editor.open(&form, "markdown");
    let allow = editor.offers(&form).remove(0).1;

    // The program has become another one since the document was written.
    let server = "mcp_servers: [{ name: s, command: touch, args: [started, \"a b\"] }]\n---\nGreet";
    let text = place.read("greet.md").replace("---\nGreet", server);
    place.write("greet.md", &text);
    editor.write(&program, &text);
    assert_eq!(titles(&editor.offers(&form))[0], RUN);
    let late = json!({ "command": allow["command"], "arguments": allow["arguments"] });
    let said = editor.ask("workspace/executeCommand", late);
    assert!(said.get("error").is_none(), "{said}");
    assert!(model.received().is_empty() && !place.path("started").exists());
    let edit = editor.hear("workspace/applyEdit", |_| true);
    let changes = edit["edit"]["changes"].as_object().unwrap();
    let changed = changes.values().next().unwrap()[0]["newText"].as_str().unwrap();
    assert!(changed.contains("\n- starts `touch started \"a b\"` (greet.md, server s)\n"), "{changed}");
    assert!(changed.contains("```json\n{\n  \"name\": \"name\"\n}\n```"), "the input stays: {changed}");

    // A document in a workspace is not an input document, whatever it contains.
    let lookalike = place.path("lookalike.md");
    std::fs::copy(&form, &lookalike).unwrap();
    editor.open(&lookalike, "markdown");
    assert!(editor.offers(&lookalike).is_empty());
}

#[test]
fn a_program_that_needs_no_input_shows_what_it_does() {
    let (place, model) = (Place::new(), Model::scripted(vec![json(json!({}))]));
    place.program("p", "input: { type: object }\noutput: { type: object }", "Go.");
    let program = place.path("p.md");
    let mut editor = Editor::plain(place.serving(&model));
    editor.open(&program, "markdown");
    editor.choose(&program, "run this program");
    assert!(model.received().is_empty());
    let form = editor.shown(".md");
    editor.open(&form, "markdown");
    editor.choose(&form, ALLOW);
    assert_eq!(model.received().len(), 1);
    editor.choose(&program, "run this program");
    assert_eq!(model.received().len(), 2, "there is nothing to ask any more");
}

#[test]
fn a_question_is_asked_where_it_can_be() {
    let (place, model) = (Place::greet(), hello());
    let program = place.path("greet.md");
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    editor.command("agmark.markdownlang.run", &program, Value::Null);
    let inputs = std::fs::read_dir(place.path("state/agmark/inputs")).unwrap();
    let form =
        inputs.map(|entry| entry.unwrap().path()).find(|path| path.extension().unwrap() == "md").unwrap();
    let names = |told: &Value| told["message"].as_str().unwrap().contains(form.to_str().unwrap());
    editor.hear("window/showMessage", names);
    editor.open(&form, "markdown");
    editor.choose(&form, RUN);
    assert_eq!((editor.questions().len(), model.received().len()), (1, 1));
}
