//! Runs that an agent asks for, through `agmark mcp`: only with a person's consent.

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::time::Duration;

use agmark_run::testing::{Model, text};
use serde_json::{Value, json};

use super::support::Place;

/// A client of `agmark mcp --allow-run`.
struct Agent {
    child: Child,
    input: ChildStdin,
    lines: Lines<BufReader<ChildStdout>>,
    questions: Vec<String>,
    progress: usize,
}

impl Agent {
    /// `asks`: whether the client can ask a person.
    fn start(place: &Place, model: &Model, asks: bool) -> Self {
        let mut command = place.command(&["mcp", "--allow-run"]);
        command.env("XDG_STATE_HOME", place.path("state")).env("XDG_CONFIG_HOME", place.path("config"));
        command.env("OPENAI_API_KEY", "sk-test-0123456789").env("OPENAI_BASE_URL", &model.base_url);
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let lines = BufReader::new(output).lines();
        let mut agent = Self { child, input, lines, questions: Vec::new(), progress: 0 };
        let capabilities = if asks { json!({ "elicitation": {} }) } else { json!({}) };
        let client = json!({ "name": "test", "version": "1" });
        let params =
            json!({ "protocolVersion": "2025-06-18", "capabilities": capabilities, "clientInfo": client });
        agent.send(&json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params }));
        agent.answer("yes");
        agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        agent
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input, "{message}").unwrap();
    }

    /// The next answer; the person answers each question with `answer`.
    fn answer(&mut self, answer: &str) -> Value {
        loop {
            let line = self.lines.next().unwrap().unwrap();
            let message: Value = serde_json::from_str(&line).unwrap();
            match message["method"].as_str() {
                Some("elicitation/create") => {
                    self.questions.push(message["params"]["message"].as_str().unwrap().to_owned());
                    let result = match answer {
                        "yes" => json!({ "action": "accept", "content": { "allow": true } }),
                        _ => json!({ "action": "decline" }),
                    };
                    self.send(&json!({ "jsonrpc": "2.0", "id": message["id"], "result": result }));
                }
                Some("notifications/progress") => self.progress += 1,
                Some(_) => {}
                None => return message,
            }
        }
    }

    /// The text of the answer to a run.
    fn run(&mut self, answer: &str) -> String {
        let arguments = json!({ "path": "greet.md", "input": { "name": "Ada" } });
        let params = json!({ "name": "run", "arguments": arguments, "_meta": { "progressToken": 1 } });
        self.send(&json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params }));
        let answer = self.answer(answer);
        answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_person_is_asked_once_and_sees_what_is_called() {
    let place = Place::greet();
    // The run is looked at several times before the model answers.
    let model = Model::deciding(|_| {
        std::thread::sleep(Duration::from_millis(300));
        text("{\"greeting\":\"hi\"}")
    });
    let mut agent = Agent::start(&place, &model, true);
    let answer = agent.run("yes");
    assert!(answer.starts_with("{\"greeting\":\"hi\"}\n"), "{answer}");
    assert!(agent.questions[0].starts_with("Run greet? It calls the model"), "{:?}", agent.questions);
    assert!(agent.questions[0].contains(&model.base_url) && agent.progress > 0, "{:?}", agent.questions);
    assert!(agent.run("no").starts_with("{\"greeting\""), "the answer is kept");
    assert_eq!((agent.questions.len(), model.received().len()), (1, 2));
}

#[test]
fn nothing_runs_without_consent() {
    let (place, model) = (Place::greet(), Model::scripted(vec![text("{}")]));
    let refused = Agent::start(&place, &model, true).run("no");
    assert!(refused.contains("did not consent"), "{refused}");
    let unasked = Agent::start(&place, &model, false).run("yes");
    assert!(unasked.contains("It calls the model") && unasked.contains("cannot ask"), "{unasked}");
    std::fs::remove_file(place.path(".markdownlang-agreement.json")).unwrap();
    let unagreed = Agent::start(&place, &model, true).run("yes");
    assert!(unagreed.contains("agmark markdownlang agree"), "{unagreed}");
    assert_eq!(model.received().len(), 0);
}
