//! Resources, subscriptions, prompts, completion.

use serde_json::{Value, json};

use super::client::{LONG, Setup};
use crate::{PromptInput, PromptText, TextPage};

pub const PAGES: &[TextPage] = &[TextPage { name: "toys", title: "Toys", text: "All about toys.\n" }];

pub const PROMPTS: &[PromptText] = &[PromptText {
    name: "repair",
    title: "Repair",
    description: "Repairs a document.",
    arguments: &[PromptInput { name: "path", description: "The document", required: true }],
    text: "Repair {path}.",
}];

const FILES: &[(&str, &str)] = &[("a b.toy", "# Part\n*one\n*two\n"), ("sub/b.toy", "*three\n")];

#[tokio::test]
async fn documents_pages_and_rules_are_resources() {
    let mut client = Setup::new(FILES).start().await;
    let listed = client.request("resources/list", json!({})).await;
    let uris: Vec<_> =
        listed["resources"].as_array().expect("a list").iter().map(|r| r["uri"].clone()).collect();
    assert_eq!(uris, ["agmark://page/toys", "agmark://file/a%20b.toy", "agmark://file/sub/b.toy"]);
    for (uri, text) in [
        ("agmark://page/toys", "All about toys.\n"),
        ("agmark://file/a%20b.toy", "# Part\n*one\n*two\n"),
        ("agmark://file/a%20b.toy#two", "*two"),
        ("agmark://rule/toy/twice", "toy/twice (error): \n"),
    ] {
        let read = client.request("resources/read", json!({ "uri": uri })).await;
        let found = read["contents"][0]["text"].as_str().unwrap_or_default();
        assert!(found.starts_with(text), "{uri}: {read}");
    }
    for uri in [
        "agmark://file/no.toy",
        "agmark://file/../x",
        "agmark://rule/x",
        "http://x/",
        "agmark://file/sub/b.toy#x",
    ] {
        let read = client.request("resources/read", json!({ "uri": uri })).await;
        assert!(read["code"].is_number(), "{uri}: {read}");
    }
    let templates = client.request("resources/templates/list", json!({})).await;
    assert_eq!(templates["resourceTemplates"].as_array().map(Vec::len), Some(3));
}

/// Waits for a notification about a resource.
async fn updated(client: &mut super::client::Client) -> Value {
    let message = client.message().await;
    assert_eq!(message["method"], "notifications/resources/updated", "{message}");
    message["params"]["uri"].clone()
}

#[tokio::test]
async fn a_subscription_tells_when_its_element_changes() {
    let mut client = Setup::new(&[("a.toy", "=one\n=two\n")]).start().await;
    client.call("check", json!({})).await;
    client.request("resources/subscribe", json!({ "uri": "agmark://file/a.toy#two" })).await;
    // Another element changes, then this one.
    client.folder.write("a.toy", "=one 1\n=two\n");
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    client.folder.write("a.toy", "=one 1\n\n=two\n*three\n");
    tokio::time::sleep(std::time::Duration::from_millis(400)).await;
    client.folder.write("a.toy", "=one 1\n\n=two@b\n*three\n");
    assert_eq!(updated(&mut client).await, "agmark://file/a.toy#two");
    client.request("resources/subscribe", json!({ "uri": "agmark://file/a.toy" })).await;
    client.request("resources/unsubscribe", json!({ "uri": "agmark://file/a.toy#two" })).await;
    client.folder.write("a.toy", "=two\n");
    assert_eq!(updated(&mut client).await, "agmark://file/a.toy");
    let outside = client.request("resources/subscribe", json!({ "uri": "agmark://other/a.toy" })).await;
    assert_eq!(outside["code"], -32602, "{outside}");
}

#[tokio::test]
async fn the_newer_protocol_listens() {
    let setup = Setup::new(&[("a.toy", "=one\n")]);
    let folder = std::sync::Arc::clone(&setup.folder);
    let mut client = super::client::Client::connect(folder, setup.server(), json!({}));
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let call = json!({ "name": "check", "arguments": {}, "_meta": meta });
    client.request("tools/call", call).await;
    let listen =
        json!({ "notifications": { "resourceSubscriptions": ["agmark://file/a.toy"] }, "_meta": meta });
    client.begin("subscriptions/listen", listen).await;
    assert_eq!(client.message().await["method"], "notifications/subscriptions/acknowledged");
    // The text is known a moment after the acknowledgement.
    tokio::time::timeout(LONG, async {
        for number in 0.. {
            client.folder.write("a.toy", &format!("=one{number}\n"));
            let told = tokio::time::timeout(std::time::Duration::from_millis(500), client.message()).await;
            if told.is_ok_and(|told| told["params"]["uri"] == "agmark://file/a.toy") {
                return;
            }
        }
    })
    .await
    .expect("a notification");
}

#[tokio::test]
async fn prompts_are_filled_in() {
    let mut client = Setup::new(FILES).start().await;
    let listed = client.request("prompts/list", json!({})).await;
    assert_eq!(listed["prompts"][0]["arguments"][0]["name"], "path");
    let get = |arguments: Value| json!({ "name": "repair", "arguments": arguments });
    let prompt = client.request("prompts/get", get(json!({ "path": "a b.toy" }))).await;
    assert_eq!(prompt["messages"][0]["content"]["text"], "Repair a b.toy.");
    for (params, message) in [
        (get(json!({})), "missing argument path: The document"),
        (get(json!({ "path": "x", "pth": "x" })), "unknown argument pth; repair has path"),
        (json!({ "name": "repiar" }), "unknown prompt repiar; did you mean repair?"),
    ] {
        assert_eq!(client.request("prompts/get", params).await["message"], message);
    }
}

#[tokio::test]
async fn arguments_are_completed() {
    let mut client = Setup::new(FILES).start().await;
    let template = json!({ "type": "ref/resource", "uri": "agmark://file/{+path}#{id}" });
    for (reference, argument, value, context, expected) in [
        (json!({ "type": "ref/prompt", "name": "repair" }), "path", "s", json!({}), json!(["sub/b.toy"])),
        (template.clone(), "path", "toy", json!({}), json!(["a b.toy", "sub/b.toy"])),
        (template.clone(), "id", "o", json!({ "arguments": { "path": "a b.toy" } }), json!(["one", "two"])),
        (template.clone(), "code", "toy/m", json!({}), json!(["toy/missing"])),
        (template, "other", "", json!({}), json!([])),
    ] {
        let params =
            json!({ "ref": reference, "argument": { "name": argument, "value": value }, "context": context });
        let answer = client.request("completion/complete", params).await;
        assert_eq!(answer["completion"]["values"], expected, "{argument} {value}");
    }
}
