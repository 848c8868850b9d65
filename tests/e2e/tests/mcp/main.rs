//! The MCP server as clients start it: the real program, over standard input and output, and over HTTP.

mod http;
mod process;

use std::fs;
use std::time::Duration;

use process::{Folder, Process};
use serde_json::{Value, json};

#[test]
fn a_document_is_read_changed_and_checked() {
    let folder =
        Folder::new(&[("notes.agd", "@h1 Notes [#notes]\n\n@p   One. [#one]\n\n@ref #one [#two]\n")]);
    let mut server = Process::start(&folder, &[]);
    assert_eq!(
        server.call("get", json!({ "path": "notes.agd", "names": "#one" })),
        "notes.agd:3-3 one:10653cc2\n@p   One. [#one]\n"
    );
    let formatted = server.call("format", json!({ "path": "notes.agd" }));
    assert!(formatted.starts_with("1 file formatted"), "{formatted}");
    let renamed = server.call("rename", json!({ "name": "one", "to": "first" }));
    assert!(renamed.starts_with("one → first: 2 places in 1 file renamed"), "{renamed}");
    let text = "@h1 Notes [#notes]\n\n@p One. [#first]\n\n@ref #first [#two]\n";
    assert_eq!(folder.read("notes.agd"), text);
    // Another program breaks it.
    folder.write("notes.agd", &text.replace("@ref #first", "@ref #gone"));
    let checked = server.call("check", json!({}));
    assert!(checked.contains("notes.agd:5:") && checked.contains("gone"), "{checked}");
    server.end();
}

#[test]
fn capabilities_are_true() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n")]);
    let mut server = Process::start(&folder, &[]);
    let told = server.greeting["capabilities"].as_object().expect("capabilities").clone();
    let names: Vec<_> = told.keys().map(String::as_str).collect();
    assert_eq!(names, ["completions", "prompts", "resources", "tools"]);
    for method in ["prompts/list", "resources/list", "resources/templates/list", "tools/list", "ping"] {
        let answer = server.request(method, json!({}));
        assert!(answer.get("result").is_some(), "{method}: {answer}");
    }
    let tools = server.request("tools/list", json!({}))["result"]["tools"].clone();
    for tool in tools.as_array().expect("tools") {
        assert_eq!(tool["inputSchema"]["type"], "object", "{tool}");
        assert_eq!(tool["outputSchema"]["type"], "object", "{tool}");
        assert!(tool["annotations"]["readOnlyHint"].is_boolean(), "{tool}");
    }
    let pages = server.request("resources/list", json!({}))["result"]["resources"].clone();
    assert!(
        pages.to_string().contains("agmark://file/a.agd") && pages.to_string().contains("agmark://page/agd")
    );
    server.end();
}

/// Each answer has the text and the value that the output schema describes.
#[test]
fn values_have_the_promised_fields() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n\n@ref #b\n")]);
    let mut server = Process::start(&folder, &[]);
    let tools = server.request("tools/list", json!({}))["result"]["tools"].clone();
    for (tool, arguments) in [
        ("outline", json!({})),
        ("check", json!({})),
        ("get", json!({ "path": "a.agd", "names": "a" })),
        ("search", json!({ "query": "x" })),
        ("references", json!({ "name": "a" })),
        ("explain", json!({ "rule": "agd/duplicate-id" })),
    ] {
        let value = server.request("tools/call", json!({ "name": tool, "arguments": arguments }))["result"]
            ["structuredContent"]
            .clone();
        let schema = tools.as_array().and_then(|all| all.iter().find(|one| one["name"] == tool));
        let schema = &schema.expect("a tool")["outputSchema"];
        for field in schema["required"].as_array().expect("required fields") {
            assert!(value.get(field.as_str().expect("a name")).is_some(), "{tool} has no {field}: {value}");
        }
        for field in value.as_object().expect("an object").keys() {
            assert!(schema["properties"].get(field).is_some(), "{tool} promises no {field}");
        }
    }
    server.end();
}

#[test]
fn one_process_takes_a_thousand_calls_at_once() {
    let text: String = (0..1000).map(|number| format!("@p Block {number}. [#b{number}]\n\n")).collect();
    let folder = Folder::new(&[("a.agd", &text)]);
    let mut server = Process::start(&folder, &[]);
    let ids: Vec<_> = (0..1000)
        .map(|number| {
            let arguments = json!({ "path": "a.agd", "names": format!("b{number}") });
            server.begin("tools/call", json!({ "name": "get", "arguments": arguments }))
        })
        .collect();
    for (number, id) in ids.into_iter().enumerate() {
        let text = server.answer(id)["result"]["content"][0]["text"].to_string();
        assert!(text.contains(&format!("Block {number}. ")), "{text}");
    }
    server.end();
}

/// The answers to what was written before the end of the input still come.
#[test]
fn requests_before_the_end_are_answered() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n")]);
    let mut server = Process::start(&folder, &[]);
    let id = server.begin("tools/call", json!({ "name": "get", "arguments": { "path": "a.agd" } }));
    server.close_input();
    assert_eq!(server.answer(id)["result"]["content"][0]["text"], "@p x [#a]\n");
    server.end();
}

#[cfg(unix)]
#[test]
fn a_signal_ends_the_server_cleanly() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n")]);
    let mut server = Process::start(&folder, &[]);
    server.call("outline", json!({}));
    server.signal("TERM");
    server.wait_for_end();
}

/// A client that asks much and never reads does not keep the server from ending.
#[cfg(unix)]
#[test]
fn a_client_that_never_reads_holds_up_nothing() {
    let folder = Folder::new(&[("a.agd", &"@p words and words [#a]\n\n".repeat(2000))]);
    let mut server = Process::start(&folder, &[]);
    server.write_until_full(&json!({ "name": "get", "arguments": { "path": "a.agd" } }));
    server.signal("TERM");
    server.wait_for_end();
}

#[test]
fn standard_output_has_messages_only() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n"), ("agmark.toml", "nonsense = [\n")]);
    let mut server = Process::start(&folder, &["--allow-run", "--allow-fetch"]);
    server.send_line("noise");
    // Each line is read as JSON.
    assert_eq!(server.message()["error"]["code"], -32700);
    let answer = server.call("check", json!({ "path": "a.agd" }));
    assert!(answer.contains("agmark.toml"), "{answer}");
    server.end();
}

#[test]
fn two_programs_on_one_folder_see_each_other() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n\n@ref #a [#b]\n")]);
    let mut servers = [Process::start(&folder, &[]), Process::start(&folder, &[])];
    for turn in 0..6 {
        let (from, to) = (format!("n{turn}"), format!("n{}", turn + 1));
        let from = if turn == 0 { "a".to_owned() } else { from };
        let renamed = servers[turn % 2].call("rename", json!({ "name": from, "to": to }));
        assert!(renamed.contains("2 places"), "{renamed}");
    }
    assert_eq!(folder.read("a.agd"), "@p x [#n6]\n\n@ref #n6 [#b]\n");
    servers.into_iter().for_each(Process::end);
}

#[test]
fn a_subscription_tells_of_an_edit_by_another_program() {
    let folder = Folder::new(&[("a.agd", "@p x [#a]\n\n@p y [#b]\n")]);
    let mut server = Process::start(&folder, &[]);
    server.call("check", json!({}));
    server.request("resources/subscribe", json!({ "uri": "agmark://file/a.agd#b" }));
    std::thread::sleep(Duration::from_millis(200));
    folder.write("a.agd", "@p x [#a]\n\n@p changed [#b]\n");
    let told: Value = server.message();
    assert_eq!(told["method"], "notifications/resources/updated", "{told}");
    assert_eq!(told["params"]["uri"], "agmark://file/a.agd#b");
    server.end();
}

#[test]
fn a_root_that_does_not_exist_is_an_error() {
    let folder = Folder::new(&[]);
    let ran = Process::run(&folder, &["--root", "nowhere"]);
    assert_eq!(ran.status.code(), Some(2));
    let error = String::from_utf8_lossy(&ran.stderr);
    assert!(error.contains("not a folder"), "{error}");
    assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none());
}
