//! Settings of formats, in an editor: diagnostics follow them.

use agmark_tests::{Setup, Workspace};
use serde_json::json;

const PAGE: &str = "export const A = () => (\n  <form data-agent-kind=\"action\" data-agent-action=\"account.delete\">\n    <Trash data-agent-kind=\"action\" data-agent-action=\"account.delete.submit\">Delete the account</Trash>\n  </form>\n);\n";

#[test]
fn findings_follow_the_components_that_are_set() {
    let workspace = Workspace::new(&[("A.tsx", PAGE)]);
    let mut client = Setup::default().folders(&[workspace.root()]).start();
    let uri = workspace.uri("A.tsx");
    client.open(&uri, "typescriptreact", PAGE);
    let messages = |client: &mut agmark_tests::Client| {
        let found = client.diagnostics(&uri);
        found.iter().map(|one| one["message"].to_string()).collect::<Vec<_>>().join(" ")
    };
    assert!(messages(&mut client).contains("action \\\"account.delete.submit\\\" says"));
    workspace.write("agmark.toml", "[aaf.components]\nTrash = \"button\"\n");
    let changes = json!({ "changes": [{ "uri": workspace.uri("agmark.toml"), "type": 1 }] });
    client.notify("workspace/didChangeWatchedFiles", changes);
    assert!(messages(&mut client).contains("button \\\"Delete the account\\\" says"));
    client.finish();
}

/// The address comes from the editor, and a folder cannot set it.
#[test]
fn findings_link_to_the_pages_of_their_rules() {
    const TEXT: &str = "@h5 Tides\n";
    let link = |set: serde_json::Value, can: bool| {
        let workspace = Workspace::new(&[("a.agd", TEXT)]);
        let setup = Setup::default()
            .can("/textDocument/publishDiagnostics", "codeDescriptionSupport", json!(can))
            .can("/workspace", "configuration", json!(true));
        let mut client = setup.settings(json!({ "agmark": set })).folders(&[workspace.root()]).start();
        client.asked_for("workspace/configuration");
        let uri = workspace.uri("a.agd");
        client.open(&uri, "agd", TEXT);
        let found = client.diagnostics(&uri);
        client.finish();
        found[0]["codeDescription"]["href"].as_str().map(str::to_owned)
    };
    let site = json!({ "documentation": { "url": "https://docs.example/agmark" } });
    let page = "https://docs.example/agmark/rules/agd/unknown-tag/";
    assert_eq!(link(site.clone(), true).as_deref(), Some(page));
    assert_eq!(link(site, false), None, "the client does not show links");
    assert_eq!(link(json!({}), true), None);
    assert_eq!(link(json!({ "documentation": { "url": "command:quit" } }), true), None);
}
