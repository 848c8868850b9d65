//! Invalid messages, cancellation, clients that do not read, questions to a person.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::client::{Client, LONG, Setup, text};
use crate::{Access, Answer, Context, Tool, ToolError, ToolInfo};

/// Waits until the call is cancelled, panics, or asks for consent.
struct Behave(Arc<AtomicUsize>);

#[derive(Deserialize, JsonSchema)]
struct BehaveInput {
    how: String,
}

#[derive(Serialize, JsonSchema)]
struct BehaveOutput {}

impl Tool for Behave {
    const INFO: ToolInfo = ToolInfo {
        name: "behave",
        title: "Behave",
        description: "Behaves.",
        examples: &[],
        access: Access::Read,
    };
    type Input = BehaveInput;
    type Output = BehaveOutput;

    fn call(&self, context: &Context, input: BehaveInput) -> Result<Answer<BehaveOutput>, ToolError> {
        match input.how.as_str() {
            "wait" => {
                while !context.is_cancelled() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                self.0.fetch_add(1, Ordering::SeqCst);
                context.check_cancelled()?;
            }
            "panic" => panic!("a fault"),
            "progress" => (0..3).for_each(|done| context.progress(f64::from(done), Some(3.0), "step")),
            _ => context.consent("run x?", "run `x` yourself")?,
        }
        Ok(Answer::new("done", BehaveOutput {}))
    }
}

fn setup() -> (Setup, Arc<AtomicUsize>) {
    let ended = Arc::new(AtomicUsize::new(0));
    (Setup::new(&[("a.toy", "*x\n")]).tool(Box::new(Behave(Arc::clone(&ended)))), ended)
}

#[tokio::test]
async fn an_invalid_message_is_answered_and_the_session_goes_on() {
    let mut client = setup().0.start().await;
    for (line, code, id) in [
        ("{", -32700, Value::Null),
        ("nonsense", -32700, Value::Null),
        ("\u{7f}\u{0}", -32700, Value::Null),
        ("[]", -32600, Value::Null),
        (r#"{"jsonrpc":"2.0","id":71}"#, -32600, json!(71)),
        (r#"{"jsonrpc":"2.0","id":"t","method":"tools/call","params":{}}"#, -32602, json!("t")),
        (r#"{"jsonrpc":"2.0","id":72,"method":"no/such"}"#, -32601, json!(72)),
        (r#"{"jsonrpc":"2.0","id":73,"method":"tools/call","params":{"name":"nope"}}"#, -32602, json!(73)),
    ] {
        client.send_line(line).await;
        let answer = client.message().await;
        assert_eq!((&answer["error"]["code"], &answer["id"]), (&json!(code), &id), "{line}: {answer}");
    }
    client.send_line("").await;
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/unknown" })).await;
    assert!(client.call("outline", json!({})).await.contains("a.toy"));
}

#[tokio::test]
async fn a_session_can_begin_with_noise() {
    let (setup, _) = setup();
    let folder = Arc::clone(&setup.folder);
    let mut client = Client::connect(folder, setup.server(), json!({}));
    client.send_line("noise").await;
    assert_eq!(client.message().await["error"]["code"], -32700);
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    let answer = client.initialize(json!({})).await;
    assert_eq!(answer["serverInfo"]["name"], "agmark");
    assert!(client.call("outline", json!({})).await.contains("a.toy"));
}

#[tokio::test]
async fn a_cancelled_call_ends_and_others_go_on() {
    let (setup, ended) = setup();
    let mut client = setup.start().await;
    let waiting = json!({ "name": "behave", "arguments": { "how": "wait" } });
    let id = client.begin("tools/call", waiting).await;
    assert!(client.call("outline", json!({})).await.contains("a.toy"));
    assert_eq!(ended.load(Ordering::SeqCst), 0);
    let cancelled =
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id } });
    client.send(&cancelled).await;
    tokio::time::timeout(LONG, async {
        while ended.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the call ends");
    assert!(client.call("outline", json!({})).await.contains("a.toy"));
}

#[tokio::test]
async fn a_client_that_leaves_ends_its_calls() {
    let (setup, ended) = setup();
    let mut client = setup.start().await;
    client.begin("tools/call", json!({ "name": "behave", "arguments": { "how": "wait" } })).await;
    assert!(client.call("outline", json!({})).await.contains("a.toy"));
    drop(client);
    tokio::time::timeout(LONG, async {
        while ended.load(Ordering::SeqCst) == 0 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await
    .expect("the call ends");
}

#[tokio::test]
async fn a_panic_is_the_error_of_one_call() {
    let mut client = setup().0.start().await;
    let answer = client.call("behave", json!({ "how": "panic" })).await;
    assert!(answer.starts_with("error: internal error in behave"), "{answer}");
    assert!(client.call("outline", json!({})).await.contains("a.toy"));
}

/// The client writes more than the pipes hold before it reads.
#[tokio::test]
async fn a_client_that_reads_late_gets_all_answers() {
    let mut client = setup().0.start().await;
    let mut ids = Vec::new();
    for _ in 0..1000 {
        let call = json!({ "name": "get", "arguments": { "path": "a.toy", "names": "x" } });
        ids.push(client.begin("tools/call", call).await);
    }
    for id in ids {
        assert_eq!(text(&client.answer(id).await), "a.toy:1-1\n*x\n");
    }
}

#[tokio::test]
async fn progress_is_told_in_order() {
    let mut client = setup().0.start().await;
    let call =
        json!({ "name": "behave", "arguments": { "how": "progress" }, "_meta": { "progressToken": "t" } });
    let id = client.begin("tools/call", call).await;
    client.answer(id).await;
    let told: Vec<_> = client.notifications.iter().map(|n| n["params"]["progress"].clone()).collect();
    assert_eq!(told, [json!(0.0), json!(1.0), json!(2.0)]);
}

#[tokio::test]
async fn consent_is_asked_of_a_person() {
    let call = json!({ "name": "behave", "arguments": { "how": "ask" } });
    for (answer, expected) in [
        (json!({ "action": "accept", "content": { "allow": true } }), "done"),
        (
            json!({ "action": "accept", "content": { "allow": false } }),
            "error: the person did not consent; do not repeat the call",
        ),
        (json!({ "action": "decline" }), "error: the person did not consent; do not repeat the call"),
    ] {
        let (setup, _) = setup();
        let folder = Arc::clone(&setup.folder);
        let mut client = Client::connect(folder, setup.server(), json!({}));
        client.initialize(json!({ "elicitation": {} })).await;
        let id = client.begin("tools/call", call.clone()).await;
        let question = client.message().await;
        assert_eq!(
            (question["method"].as_str(), question["params"]["message"].as_str()),
            (Some("elicitation/create"), Some("run x?"))
        );
        client.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": answer })).await;
        assert_eq!(text(&client.answer(id).await), expected);
    }
    let mut client = setup().0.start().await;
    let answer = client.call("behave", json!({ "how": "ask" })).await;
    assert_eq!(answer, "error: this needs consent:\nrun x?\n; run `x` yourself");
}

/// In the newer protocol a question is an answer, and the call is repeated with the person's answer.
#[tokio::test]
async fn consent_counts_for_the_question_only() {
    let (setup, _) = setup();
    let folder = Arc::clone(&setup.folder);
    let mut client = Client::connect(folder, setup.server(), json!({}));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": { "elicitation": { "form": {} } },
    });
    let call = |more: Value| {
        let mut params = json!({ "name": "behave", "arguments": { "how": "ask" }, "_meta": meta });
        params.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        params
    };
    let asked = client.request("tools/call", call(json!({}))).await;
    assert_eq!(asked["resultType"], "input_required", "{asked}");
    assert_eq!(asked["inputRequests"]["consent"]["params"]["message"], "run x?");
    let yes = json!({ "consent": { "action": "accept", "content": { "allow": true } } });
    let state = asked["requestState"].clone();
    let other =
        client.request("tools/call", call(json!({ "inputResponses": yes, "requestState": "0" }))).await;
    assert_eq!(other["resultType"], "input_required", "{other}");
    let done =
        client.request("tools/call", call(json!({ "inputResponses": yes, "requestState": state }))).await;
    assert_eq!(text(&done), "done", "{done}");
}

/// Answers the next `roots/list`.
async fn list_roots(client: &mut Client, roots: &[&str]) {
    let request = client.message().await;
    assert_eq!(request["method"], "roots/list", "{request}");
    let root = |root: &&str| match root.contains(':') {
        true => json!({ "uri": root }),
        false => json!({ "uri": url::Url::from_directory_path(client.folder.at(root)).expect("a URL") }),
    };
    let roots: Vec<_> = roots.iter().map(root).collect();
    client.send(&json!({ "jsonrpc": "2.0", "id": request["id"], "result": { "roots": roots } })).await;
}

#[tokio::test]
async fn the_roots_of_the_client_are_used_without_named_ones() {
    let files = [("own/a.toy", "*own\n"), ("one/a.toy", "*one\n"), ("two/b.toy", "*two\n")];
    let mut setup = Setup::new(&files).roots(&["own"]);
    setup.options.client_roots = true;
    let folder = Arc::clone(&setup.folder);
    let mut client = Client::connect(folder, setup.server(), json!({}));
    client.initialize(json!({ "roots": { "listChanged": true } })).await;
    // The call waits for the roots. Those that cannot be used are skipped.
    let call = client.begin("tools/call", json!({ "name": "get", "arguments": { "path": "a.toy" } })).await;
    list_roots(&mut client, &["one", "https://example.com/", "file:///no/such/folder", "one"]).await;
    assert_eq!(text(&client.answer(call).await), "*one\n");
    for outside in ["../own/a.toy", "../two/b.toy"] {
        let answer = client.call("get", json!({ "path": outside })).await;
        assert!(answer.contains("outside of the roots"), "{answer}");
    }
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" })).await;
    list_roots(&mut client, &["one", "two"]).await;
    let listed = client.call("outline", json!({})).await;
    assert!(listed.contains("one/a.toy") && listed.contains("two/b.toy"), "{listed}");
    // Without roots, the working folder is used again.
    client.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" })).await;
    list_roots(&mut client, &[]).await;
    assert_eq!(client.call("get", json!({ "path": "a.toy" })).await, "*own\n");
}

#[tokio::test]
async fn a_client_is_not_asked_for_roots_if_a_person_named_them() {
    let mut client = Setup::new(&[("a.toy", "*x\n")]).start_with(json!({ "roots": {} })).await;
    assert_eq!(client.call("get", json!({ "path": "a.toy" })).await, "*x\n");
    assert!(client.notifications.is_empty(), "{:?}", client.notifications);
}
