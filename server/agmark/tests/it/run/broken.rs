//! Servers that do not do what servers should.

use agmark_run::testing::{Answer, Model, Received, calls, json, text};
use serde_json::json;

use super::support::Place;

/// A small server; `MODE` says what it does wrong.
const SERVER: &str = r#"
import json, os, sys, time
mode = sys.argv[1]
if mode == "silent":
    time.sleep(600)
if mode == "ends":
    print("I cannot: no licence", file=sys.stderr)
    sys.exit(3)
if mode == "floods":
    for _ in range(100000):
        print("noise " * 20, file=sys.stderr)
if mode == "waits":
    open(sys.argv[2], "w").close()
    while not os.path.exists(sys.argv[3]):
        time.sleep(0.01)
tools = ["work", "work.more", "w" * 80]
if mode == "many":
    tools = ["t%d" % n for n in range(600)]
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    method = asked["method"]
    if method == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {"listChanged": True}},
                  "serverInfo": {"name": "s", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in tools]}
        if mode == "pages":
            result = {"tools": [], "nextCursor": "again"}
    elif mode == "dies":
        print("out of paper", file=sys.stderr)
        sys.exit(1)
    elif mode == "slow":
        time.sleep(600)
    else:
        result = {"content": [{"type": "text", "text": "did " + asked["params"]["name"][:9]},
                              {"type": "image", "data": "AAAA", "mimeType": "image/png"}]}
        if mode == "huge":
            print("x" * (20 << 20), flush=True)
        if mode == "endless":
            while True:
                print("x" * (1 << 20), flush=True)
        if mode == "changes":
            tools = ["other"]
            print(json.dumps({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"}), flush=True)
            time.sleep(0.3)
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"#;

fn place(mode: &str) -> Place {
    let place = Place::new();
    place.write("server.py", SERVER);
    let server = format!("mcp_servers: [{{ name: s, command: python3, args: [server.py, {mode}] }}]");
    place.program("p", &format!("input: {{ type: object }}\noutput: {{ type: object }}\n{server}"), "Work.");
    place
}

fn working(tool: &'static str) -> Model {
    Model::deciding(move |request: &Received| {
        if request.body["messages"].as_array().unwrap().len() == 2 {
            calls(&[(tool, json!({}))])
        } else {
            text("{}")
        }
    })
}

fn failed(mode: &str, args: &[&str]) -> String {
    let model = working("mcp__s__work");
    let ran = place(mode).run(&model, &[&["-program", "p.md"], args].concat());
    assert_eq!(ran.code, 1, "{}", ran.err);
    assert!(model.received().is_empty());
    ran.err
}

fn told(mode: &str, tool: &'static str, args: &[&str]) -> (String, Model) {
    let model = working(tool);
    let ran = place(mode).run(&model, &[&["-program", "p.md"], args].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.err.is_empty(), "{}", ran.err);
    (model.received().last().unwrap().last().to_owned(), model)
}

#[test]
fn one_that_never_starts_is_named() {
    let error = failed("silent", &["-start-timeout", "300ms"]);
    assert_eq!(error, "error: the server `s` did not start: no answer within 300ms\n");
    let late = failed("silent", &["-timeout", "300ms"]);
    assert_eq!(late, "error: the run did not end within 300ms (`-timeout`): still starting s\n");
}

#[test]
fn all_are_started_at_the_same_time() {
    let place = place("plain");
    let server = |name: &str, own: &str, other: &str| {
        format!("  - {{ name: {name}, command: python3, args: [server.py, waits, {own}, {other}] }}\n")
    };
    // Each says something only once the other is there.
    let servers = server("one", "a.there", "b.there") + &server("two", "b.there", "a.there");
    place.program("p", &format!("input: {{ type: object }}\noutput: {{}}\nmcp_servers:\n{servers}"), "Work.");
    let ran = place.run(&working("mcp__two__work"), &["-program", "p.md"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
}

#[test]
fn one_that_ends_is_heard() {
    let error = failed("ends", &[]);
    assert!(error.starts_with("error: the server `s` did not start: it ended"), "{error}");
    assert!(error.ends_with("Its standard error:\nI cannot: no licence\n"), "{error}");
    let place = place("x");
    let front = "input: { type: object }\noutput: {}\nmcp_servers: [{ name: s, command: no-such-program }, { name: t, command: \"${UNSET_X}\" }]";
    place.program("p", front, "x");
    let error = place.run(&working("x"), &["-program", "p.md"]).err;
    assert!(
        error.contains(
            "cannot start `no-such-program`: the program does not exist. Install it, or add its folder to PATH"
        ),
        "{error}"
    );
    let front = "input: { type: object }\noutput: {}\nmcp_servers: [{ name: s, command: sh, args: [\"${UNSET_X}\"] }]";
    place.program("p", front, "x");
    let error = place.run(&working("x"), &["-program", "p.md"]).err;
    assert!(error.contains("the environment variable `UNSET_X` is not set"), "{error}");
    let front =
        "input: { type: object }\noutput: {}\nmcp_servers: [{ name: s, url: \"http://127.0.0.1:1/mcp\" }]";
    place.program("p", front, "x");
    let error = place.run(&working("x"), &["-program", "p.md"]).err;
    assert_eq!(
        error,
        "error: the server `s` did not start: http://127.0.0.1:1/mcp: connection refused: nothing listens there\n"
    );
}

#[test]
fn one_that_dies_is_told_to_the_model() {
    let (said, _) = told("dies", "mcp__s__work", &[]);
    assert!(said.contains("the server `s` has stopped") && said.contains("out of paper"), "{said}");
}

#[test]
fn one_that_floods_is_read_on() {
    let (said, _) = told("floods", "mcp__s__work", &[]);
    assert_eq!(said, "did work\n[image, image/png, 3 bytes]");
}

#[test]
fn one_that_says_too_much_is_left() {
    let (said, _) = told("endless", "mcp__s__work", &[]);
    assert_eq!(said, "{\"error\":\"the server `s` was stopped: it wrote more than 256 MiB\"}");
}

#[test]
fn a_message_that_is_too_long_is_dropped() {
    let (said, _) = told("huge", "mcp__s__work", &[]);
    assert!(said.starts_with("did work\n"), "{said}");
}

#[test]
fn one_that_lists_tools_without_end_does_not_start() {
    let pages = failed("pages", &[]);
    assert!(pages.contains("it lists its tools on more than 512 pages"), "{pages}");
    let many = failed("many", &[]);
    assert!(many.contains("it lists more than 512 tools"), "{many}");
}

#[test]
fn a_redirect_to_another_address_is_not_followed() {
    let place = Place::new();
    let other = Model::scripted(vec![text("{}")]);
    let to = vec![("Location", format!("{}/mcp", other.base_url))];
    let server = Model::scripted(vec![Answer::Http(307, to, Vec::new())]);
    let front = format!(
        "input: {{ type: object }}\noutput: {{}}\nmcp_servers: [{{ name: s, url: \"{}/mcp\" }}]",
        server.base_url
    );
    place.program("p", &front, "x");
    let ran = place.run(&working("x"), &["-program", "p.md"]);
    assert!(ran.code == 1 && ran.err.contains("it redirects to http://127.0.0.1:"), "{}", ran.err);
    assert!(other.received().is_empty() && !server.received().is_empty());
}

#[test]
fn one_that_is_slow_is_not_waited_for() {
    let (said, _) = told("slow", "mcp__s__work", &["-tool-timeout", "200ms"]);
    assert_eq!(said, "{\"error\":\"the tool did not finish within 200ms\"}");
}

#[test]
fn one_that_changes_its_tools_is_followed() {
    let (_, model) = told("changes", "mcp__s__work", &[]);
    let tools = |n: usize| -> Vec<String> {
        let received = model.received();
        let tools = received[n].body["tools"].as_array().unwrap().iter();
        tools.map(|tool| tool["function"]["name"].as_str().unwrap().to_owned()).collect()
    };
    assert!(tools(0).contains(&"mcp__s__work".to_owned()));
    assert_eq!(
        tools(1).iter().filter(|name| name.starts_with("mcp__")).collect::<Vec<_>>(),
        ["mcp__s__other"]
    );
}

#[test]
fn names_that_the_api_refuses_are_mapped_there_and_back() {
    let model = Model::deciding(|request: &Received| {
        let tools = request.body["tools"].as_array().unwrap();
        let names: Vec<_> = tools.iter().map(|tool| tool["function"]["name"].as_str().unwrap()).collect();
        assert!(names.iter().all(|name| name.len() <= 64 && !name.contains('.')));
        let mapped: Vec<_> =
            names.iter().filter(|name| name.starts_with("mcp__s__w") && **name != "mcp__s__work").collect();
        match request.body["messages"].as_array().unwrap().len() {
            2 => calls(&[(mapped[0], json!({})), (mapped[1], json!({}))]),
            _ => json(json!({ "tools": tools })),
        }
    });
    let ran = place("plain").run(&model, &["-program", "p.md"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("mcp__s__work.more: "), "the program's name for it is told: {}", ran.out);
    let received = model.received();
    let said: Vec<_> = received[1].body["messages"].as_array().unwrap()[3..]
        .iter()
        .map(|m| m["content"].as_str().unwrap())
        .collect();
    assert!(said[0].starts_with("did work.more") && said[1].starts_with("did wwwwwwwww"), "{said:?}");
}
