//! Real MCP servers, over standard input and output, over HTTP, and over the older event stream.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};

use agmark_run::testing::{Model, Received, calls, json};
use serde_json::{Value, json};

use super::install::server;
use super::support::{KEY, Place};

/// A server that listens, until it is dropped.
struct Listening {
    child: Child,
    port: u16,
}

impl Listening {
    fn start(kind: &str) -> Self {
        // The port is free again: the server must be given a number.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(server("mcp-server-everything"));
        command.arg(kind).env("PORT", port.to_string()).stdin(Stdio::null());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        let ready = said.by_ref().map_while(Result::ok).any(|line| line.contains(&port.to_string()));
        assert!(ready, "the server does not listen");
        std::thread::spawn(move || said.count());
        Self { child, port }
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A model that calls a tool once and gives back what it heard.
fn calling(tool: &str, arguments: Value) -> Model {
    let tool = tool.to_owned();
    Model::deciding(move |request: &Received| {
        if request.body["messages"].as_array().unwrap().len() == 2 {
            calls(&[(&tool, arguments.clone())])
        } else {
            json(json!({ "heard": request.last() }))
        }
    })
}

fn place(servers: &str) -> Place {
    let place = Place::new();
    let front = format!("input: {{ type: object }}\noutput: {{ type: object }}\nmcp_servers:\n{servers}");
    place.program("p", &front, "Use mcp__s__echo.");
    place
}

fn heard(place: &Place, model: &Model) -> String {
    let ran = place.run(model, &["-program", "p.md"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let result: Value = serde_json::from_str(&ran.out).unwrap();
    result["heard"].as_str().unwrap().to_owned()
}

fn tools(model: &Model) -> Vec<String> {
    let received = model.received();
    let tools = received[0].body["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn everything_over_standard_input_and_output() {
    let command = server("mcp-server-everything");
    let place = place(&format!("  - {{ name: s, command: \"{}\", args: [stdio] }}", command.display()));
    let model = calling("mcp__s__echo", json!({ "message": "hi" }));
    assert_eq!(heard(&place, &model), "Echo: hi");
    let tools = tools(&model);
    assert!(tools.contains(&"mcp__s__echo".to_owned()) && tools.contains(&"python".to_owned()), "{tools:?}");
    let model = calling("mcp__s__echo", json!({ "message": 5 }));
    assert!(heard(&place, &model).contains("error"), "arguments are the server's to judge");
}

#[test]
fn a_child_has_what_it_is_given_and_not_the_key() {
    let command = server("mcp-server-everything");
    let servers = format!(
        "  - {{ name: s, command: \"{}\", args: [stdio], env: {{ MINE: \"a${{GIVEN}}b\" }} }}\n  - {{ name: t, command: \"{}\", args: [stdio], env: {{ OPENAI_API_KEY: other }} }}",
        command.display(),
        command.display()
    );
    let place = place(&servers);
    let environment = |tool: &str| {
        let model = calling(tool, json!({}));
        let mut command = place.running(&model, &["-program", "p.md"]);
        command.env("GIVEN", "1");
        let ran = super::support::finish(command);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let received = model.received();
        let heard = received.last().unwrap().last().to_owned();
        serde_json::from_str::<Value>(&heard).unwrap()
    };
    let seen = environment("mcp__s__get-env");
    assert_eq!((&seen["MINE"], seen.get("OPENAI_API_KEY")), (&json!("a1b"), None));
    assert!(!seen.to_string().contains(KEY) && seen.get("PATH").is_some());
    assert_eq!(environment("mcp__t__get-env")["OPENAI_API_KEY"], "other");
}

#[test]
fn files_of_a_folder_and_none_besides() {
    let place = place("");
    std::fs::create_dir(place.path("inside")).unwrap();
    place.write("inside/a.txt", "what it says");
    place.write("outside.txt", "hidden");
    let servers = format!(
        "  - {{ name: files, command: \"{}\", args: [\"{}\"] }}",
        server("mcp-server-filesystem").display(),
        place.path("inside").display()
    );
    place.program("p", &format!("input: {{ type: object }}\noutput: {{}}\nmcp_servers:\n{servers}"), "Read.");
    let read = |path: &str| {
        let path = place.path(path).display().to_string();
        heard_any(&place, &calling("mcp__files__read_text_file", json!({ "path": path })))
    };
    assert_eq!(read("inside/a.txt"), "what it says");
    assert!(read("outside.txt").contains("Access denied"));
}

fn heard_any(place: &Place, model: &Model) -> String {
    let ran = place.run(model, &["-program", "p.md"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    model.received().last().unwrap().last().to_owned()
}

#[test]
fn everything_over_http() {
    let listening = Listening::start("streamableHttp");
    let place = place(&format!("  - {{ name: s, url: \"http://127.0.0.1:{}/mcp\" }}", listening.port));
    assert_eq!(heard(&place, &calling("mcp__s__echo", json!({ "message": "hi" }))), "Echo: hi");
}

#[test]
fn everything_over_the_older_event_stream() {
    let listening = Listening::start("sse");
    let place = place(&format!("  - {{ name: s, url: \"http://127.0.0.1:{}/sse\" }}", listening.port));
    assert_eq!(heard(&place, &calling("mcp__s__echo", json!({ "message": "hi" }))), "Echo: hi");
}

#[test]
fn a_recording_needs_no_servers() {
    let command = server("mcp-server-everything");
    let place = place(&format!("  - {{ name: s, command: \"{}\", args: [stdio] }}", command.display()));
    let model = calling("mcp__s__echo", json!({ "message": "hi" }));
    let ran = place.run(&model, &["-program", "p.md", "-record", "run.jsonl"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let text = place.read("p.md");
    place.write("p.md", &text.replace(&command.display().to_string(), "no-such-program"));
    let replayed = place.run(&model, &["-program", "p.md", "-replay", "run.jsonl"]);
    assert_eq!((replayed.code, replayed.out), (0, ran.out), "{}", replayed.err);
    assert_eq!(model.received().len(), 2);
}

#[test]
fn a_dry_run_lists_tools_where_it_may() {
    let command = server("mcp-server-everything");
    let place = place(&format!("  - {{ name: s, command: \"{}\", args: [stdio] }}", command.display()));
    let model = calling("mcp__s__echo", json!({ "message": "hi" }));
    let ran = place.run(&model, &["-program", "p.md", "-dry-run", "-list-tools"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(model.received().is_empty());
    heard(&place, &model);
    assert_eq!(serde_json::from_str::<Value>(&ran.out).unwrap(), model.received()[0].body);
}
