//! The failures of a run are shown at their place until the next run.

use agmark_run::testing::{Model, Received, calls, json};
use serde_json::{Value, json};

use super::client::Editor;
use super::support::Place;

const RUN: &str = "agmark.markdownlang.run";

/// A server whose tool fails; with `dies`, it does not even start.
const SERVER: &str = r#"
import json, sys
if sys.argv[1] == "dies":
    sys.exit("no licence")
for line in sys.stdin:
    asked = json.loads(line)
    if "id" not in asked:
        continue
    if asked["method"] == "initialize":
        result = {"protocolVersion": asked["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "s", "version": "1"}}
    elif asked["method"] == "tools/list":
        result = {"tools": [{"name": "work", "inputSchema": {"type": "object"}}]}
    else:
        result = {"isError": True, "content": [{"type": "text", "text": "out of paper"}]}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"#;

/// A program with a server, and one that imports it.
fn place(mode: &str) -> Place {
    let place = Place::new();
    place.write("server.py", SERVER);
    let path = place.path("server.py");
    let server =
        format!("mcp_servers:\n  - {{ name: s, command: python3, args: [{}, {mode}] }}", path.display());
    place.program(
        "inner",
        &format!("input: {{ type: object }}\noutput: {{ type: object }}\n{server}"),
        "Work.",
    );
    place.program(
        "outer",
        "input: { type: object }\noutput: { type: object }\nimports:\n  - ./inner.md",
        "Call.",
    );
    place
}

/// Calls the tool first, and is content with whatever comes back.
fn calling(tool: &'static str) -> Model {
    Model::deciding(move |request: &Received| {
        let begins = request.body["messages"].as_array().unwrap().len() == 2;
        let knows = request.body["tools"].to_string().contains(&format!("\"{tool}\""));
        let inner = request.body["tools"].to_string().contains("\"inner\"");
        match (begins, knows, inner) {
            (true, true, _) => calls(&[(tool, json!({})), (tool, json!({}))]),
            (true, false, true) => calls(&[("inner", json!({}))]),
            _ => json(json!({})),
        }
    })
}

fn lines(found: &[Value]) -> Vec<(u64, u64, &str)> {
    let line = |one: &Value| one["range"]["start"]["line"].as_u64().unwrap();
    let each = found.iter();
    each.map(|one| (line(one), one["severity"].as_u64().unwrap(), one["message"].as_str().unwrap())).collect()
}

#[test]
fn a_failed_tool_stands_at_its_server() {
    let (place, model) = (place("works"), calling("mcp__s__work"));
    let file = std::fs::canonicalize(place.path("inner.md")).unwrap();
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    editor.open(&file, "markdown");
    let ran = editor.command(RUN, &file, json!({}));
    assert_eq!(ran["result"]["text"], "{}\n", "{ran}");
    let found = editor.diagnostics_when(&file, |found| !found.is_empty());
    assert_eq!(lines(&found), [(6, 2, "the tool `work` failed: out of paper (2 times)")]);
}

#[test]
fn a_failed_tool_of_an_import_stands_at_its_server() {
    let (place, model) = (place("works"), calling("mcp__s__work"));
    let folder = std::fs::canonicalize(place.path("")).unwrap();
    let (outer, inner) = (folder.join("outer.md"), folder.join("inner.md"));
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    editor.open(&outer, "markdown");
    editor.command(RUN, &outer, json!({}));
    assert_eq!(
        lines(&editor.diagnostics_when(&inner, |found| !found.is_empty())),
        [(6, 2, "the tool `work` failed: out of paper (2 times)")]
    );
    assert!(editor.diagnostics_of(&outer).is_empty(), "the import itself did what it should");
}

#[test]
fn a_failed_import_stands_where_it_is_imported_and_at_its_server() {
    let (place, model) = (place("dies"), calling("inner"));
    let folder = std::fs::canonicalize(place.path("")).unwrap();
    let (outer, inner) = (folder.join("outer.md"), folder.join("inner.md"));
    let mut editor = Editor::start(place.serving(&model), Some("Run"));
    editor.open(&outer, "markdown");
    let ran = editor.command(RUN, &outer, json!({}));
    assert_eq!(ran["result"]["text"], "{}\n", "{ran}");
    let at_import = editor.diagnostics_when(&outer, |found| !found.is_empty());
    let at_server = editor.diagnostics_when(&inner, |found| !found.is_empty());
    let (at_import, at_server) = (lines(&at_import), lines(&at_server));
    assert_eq!((at_import.len(), at_import[0].0, at_import[0].1), (1, 6, 2), "{at_import:?}");
    assert!(at_import[0].2.starts_with("`inner` failed: the server `s` did not start: "), "{at_import:?}");
    assert_eq!((at_server.len(), at_server[0].0), (1, 6), "{at_server:?}");
    assert!(at_server[0].2.contains("Its standard error: no licence"), "{at_server:?}");

    place.write(
        "server.py",
        SERVER.replace("dies", "never").replace("True, \"content", "False, \"content").as_str(),
    );
    editor.command(RUN, &outer, json!({}));
    editor.diagnostics_when(&outer, <[Value]>::is_empty);
    editor.diagnostics_when(&inner, <[Value]>::is_empty);
}
