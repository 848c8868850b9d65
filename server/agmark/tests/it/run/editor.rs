//! A program, run from an editor.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command};

use agmark_run::testing::{Answer, Model, json};
use serde_json::{Value, json};

use super::support::{KEY, Place};

/// An editor that opens what commands give, and answers questions with a word.
struct Editor {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    answer: Option<&'static str>,
    next: i64,
    /// What the server asked and told.
    heard: Vec<Value>,
}

impl Editor {
    fn start(mut command: Command, answer: Option<&'static str>) -> Self {
        let mut child = command.spawn().unwrap();
        let (to, from) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let mut editor = Self { child, to, from, answer, next: 0, heard: Vec::new() };
        let can = json!({
            "window": { "showMessage": { "messageActionItem": {} }, "workDoneProgress": true },
            "experimental": { "agmark": { "documents": true } },
        });
        editor.ask("initialize", json!({ "processId": null, "rootUri": null, "capabilities": can }));
        editor.send(json!({ "jsonrpc": "2.0", "method": "initialized", "params": {} }));
        editor
    }

    fn send(&mut self, message: Value) {
        let text = message.to_string();
        write!(self.to, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        self.to.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the server has gone");
            match line.trim().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().unwrap(),
                None if line.trim().is_empty() => break,
                None => {}
            }
        }
        let mut body = vec![0; length];
        self.from.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// Hears what the server says until it answers.
    fn until(&mut self, id: i64) -> Value {
        loop {
            let message = self.receive();
            if message.get("method").is_none() {
                if message["id"] == id {
                    return message;
                }
                continue;
            }
            self.heard.push(message.clone());
            if let Some(id) = message.get("id") {
                let result = match (message["method"].as_str(), self.answer) {
                    (Some("window/showMessageRequest"), Some(title)) => json!({ "title": title }),
                    _ => Value::Null,
                };
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": result }));
            }
        }
    }

    fn begin(&mut self, method: &str, params: Value) -> i64 {
        self.next += 1;
        self.send(json!({ "jsonrpc": "2.0", "id": self.next, "method": method, "params": params }));
        self.next
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        self.until(id)
    }

    fn command(&mut self, command: &str, file: &Path, input: Value) -> Value {
        let argument = json!({ "uri": format!("file://{}", file.display()), "input": input });
        self.ask("workspace/executeCommand", json!({ "command": command, "arguments": [argument] }))
    }

    /// All questions so far.
    fn questions(&self) -> Vec<String> {
        let asked = self.heard.iter().filter(|message| message["method"] == "window/showMessageRequest");
        asked.map(|message| message["params"]["message"].as_str().unwrap().to_owned()).collect()
    }

    /// The diagnostics that were last told of.
    fn diagnostics(&mut self) -> Value {
        // Whatever was told before the answer to this is heard by then.
        self.ask("workspace/symbol", json!({ "query": "none" }));
        let told =
            self.heard.iter().rev().find(|message| message["method"] == "textDocument/publishDiagnostics");
        told.map(|message| message["params"]["diagnostics"].clone()).unwrap_or_default()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const RUN: &str = "agmark.markdownlang.run";

fn editor(place: &Place, model: &Model, answer: Option<&'static str>) -> Editor {
    let mut command = place.command(&["lsp"]);
    command.env("XDG_STATE_HOME", place.path("state")).env_remove("XDG_CONFIG_HOME");
    command.env("OPENAI_API_KEY", KEY).env("OPENAI_BASE_URL", &model.base_url);
    Editor::start(command, answer)
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
    editor.command(RUN, &file, Value::Null);
    assert_eq!(
        (editor.questions().len(), model.received().len()),
        (1, 2),
        "the input is kept, and so is the yes"
    );
    assert!(editor.questions()[0].ends_with("and starts nothing."), "{:?}", editor.questions());
    let text = place.read("greet.md");
    let server = "mcp_servers: [{ name: s, command: no-such-program, args: [\"-x\"], env: { A: secret } }]\n---\nGreet";
    place.write("greet.md", &text.replace("---\nGreet", server));
    let failed = editor.command(RUN, &file, Value::Null);
    assert!(
        failed["error"]["message"].as_str().unwrap().contains("the server `s` did not start"),
        "{failed}"
    );
    let question = editor.questions().pop().unwrap();
    assert!(question.contains("starts `no-such-program -x`, with A set (greet.md, server s)"), "{question}");
    assert!(!question.contains("secret"));
    let found = editor.diagnostics();
    assert_eq!(found[0]["code"], "markdownlang/failed-run", "{found}");
    assert_eq!((&found[0]["range"]["start"]["line"], model.received().len()), (&json!(5), 2));
}

#[test]
fn an_input_that_is_missing_is_prepared() {
    let (place, model) = (Place::greet(), hello());
    let file = place.path("greet.md");
    let mut editor = editor(&place, &model, Some("Run"));
    let said = editor.command(RUN, &file, Value::Null);
    assert!(said.get("error").is_none() && model.received().is_empty(), "{said}");
    let folder = place.path("state/agmark/inputs");
    let kept = std::fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    std::fs::write(&kept, r#"{ "name": 5 }"#).unwrap();
    let failed = editor.command(RUN, &file, Value::Null);
    assert!(failed["error"]["message"].as_str().unwrap().contains("- /name: 5 is not of type"), "{failed}");
    assert_eq!(editor.diagnostics()[0]["range"]["start"], json!({ "line": 3, "character": 0 }));
    std::fs::write(&kept, r#"{ "name": "Ada" }"#).unwrap();
    assert!(editor.command(RUN, &file, Value::Null)["result"]["text"].is_string());
    assert_eq!(editor.diagnostics(), json!([]), "a new run takes the old findings away");
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
    let argument =
        json!({ "uri": format!("file://{}", place.path("greet.md").display()), "input": { "name": "Ada" } });
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

impl Editor {
    /// Hears what the server says until it asks; gives the question's id.
    fn receive_question(&mut self) -> Value {
        loop {
            let message = self.receive();
            if message["method"] == "window/showMessageRequest" {
                return message["id"].clone();
            }
            if let (Some(id), Some(_)) = (message.get("id").cloned(), message.get("method")) {
                self.send(json!({ "jsonrpc": "2.0", "id": id, "result": null }));
            }
        }
    }
}
