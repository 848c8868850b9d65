//! What is advertised is handled, and what is handled is advertised.

use std::collections::BTreeSet;

use agmark_tests::{Client, Setup, Workspace};
use serde_json::{Value, json};

/// Every request of the protocol (3.17), and what in the server's capabilities advertises it.
const REQUESTS: &[(&str, &str)] = &[
    ("textDocument/willSaveWaitUntil", "/textDocumentSync/willSaveWaitUntil"),
    ("textDocument/completion", "/completionProvider"),
    ("completionItem/resolve", "/completionProvider/resolveProvider"),
    ("textDocument/hover", "/hoverProvider"),
    ("textDocument/signatureHelp", "/signatureHelpProvider"),
    ("textDocument/declaration", "/declarationProvider"),
    ("textDocument/definition", "/definitionProvider"),
    ("textDocument/typeDefinition", "/typeDefinitionProvider"),
    ("textDocument/implementation", "/implementationProvider"),
    ("textDocument/references", "/referencesProvider"),
    ("textDocument/documentHighlight", "/documentHighlightProvider"),
    ("textDocument/documentSymbol", "/documentSymbolProvider"),
    ("textDocument/codeAction", "/codeActionProvider"),
    ("codeAction/resolve", "/codeActionProvider/resolveProvider"),
    ("workspace/symbol", "/workspaceSymbolProvider"),
    ("workspaceSymbol/resolve", "/workspaceSymbolProvider/resolveProvider"),
    ("textDocument/codeLens", "/codeLensProvider"),
    ("codeLens/resolve", "/codeLensProvider/resolveProvider"),
    ("textDocument/documentLink", "/documentLinkProvider"),
    ("documentLink/resolve", "/documentLinkProvider/resolveProvider"),
    ("textDocument/formatting", "/documentFormattingProvider"),
    ("textDocument/rangeFormatting", "/documentRangeFormattingProvider"),
    ("textDocument/onTypeFormatting", "/documentOnTypeFormattingProvider"),
    ("textDocument/rename", "/renameProvider"),
    ("textDocument/prepareRename", "/renameProvider/prepareProvider"),
    ("textDocument/foldingRange", "/foldingRangeProvider"),
    ("textDocument/selectionRange", "/selectionRangeProvider"),
    ("textDocument/prepareCallHierarchy", "/callHierarchyProvider"),
    ("callHierarchy/incomingCalls", "/callHierarchyProvider"),
    ("callHierarchy/outgoingCalls", "/callHierarchyProvider"),
    ("textDocument/prepareTypeHierarchy", "/typeHierarchyProvider"),
    ("typeHierarchy/supertypes", "/typeHierarchyProvider"),
    ("typeHierarchy/subtypes", "/typeHierarchyProvider"),
    ("textDocument/semanticTokens/full", "/semanticTokensProvider/full"),
    ("textDocument/semanticTokens/full/delta", "/semanticTokensProvider/full/delta"),
    ("textDocument/semanticTokens/range", "/semanticTokensProvider/range"),
    ("textDocument/linkedEditingRange", "/linkedEditingRangeProvider"),
    ("textDocument/moniker", "/monikerProvider"),
    ("textDocument/inlineValue", "/inlineValueProvider"),
    ("textDocument/inlayHint", "/inlayHintProvider"),
    ("inlayHint/resolve", "/inlayHintProvider/resolveProvider"),
    ("textDocument/diagnostic", "/diagnosticProvider"),
    ("workspace/diagnostic", "/diagnosticProvider/workspaceDiagnostics"),
    ("textDocument/documentColor", "/colorProvider"),
    ("textDocument/colorPresentation", "/colorProvider"),
    ("workspace/executeCommand", "/executeCommandProvider"),
    ("workspace/willCreateFiles", "/workspace/fileOperations/willCreate"),
    ("workspace/willRenameFiles", "/workspace/fileOperations/willRename"),
    ("workspace/willDeleteFiles", "/workspace/fileOperations/willDelete"),
];

#[test]
fn what_is_advertised_is_handled_and_nothing_else() {
    // A client to which everything is offered.
    let workspace = Workspace::new(&[("a.agd", TEXT)]);
    let setup = Setup::editor("vscode").folders(&[workspace.root()]);
    let mut client = setup.start();
    client.settle(std::time::Duration::from_millis(300));
    let uri = workspace.uri("a.agd");
    client.open(&uri, "agd", TEXT);
    let capabilities = client.capabilities.clone();
    let mut wrong = Vec::new();
    for (method, pointer) in REQUESTS {
        let offered = offers(&capabilities, pointer);
        let handled = client.try_request(method, params(&uri)).err().is_none_or(|e| e.code != -32601);
        // The library answers every `…/resolve` with what it was given.
        let given_back = handled && method.ends_with("/resolve");
        if offered != handled && !given_back {
            let what = if handled { "handled, but not advertised" } else { "advertised, but not handled" };
            wrong.push(format!("{method} is {what}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    client.settle(std::time::Duration::from_millis(100));
    client.finish();
}

#[test]
fn every_provider_is_one_that_the_protocol_has() {
    for editor in ["vscode", "neovim", "helix"] {
        let client = Setup::editor(editor).start();
        let known: BTreeSet<_> = REQUESTS.iter().filter_map(|(_, p)| p.split('/').nth(1)).collect();
        let other = ["positionEncoding", "textDocumentSync", "workspace"];
        for key in client.capabilities.as_object().expect("capabilities").keys() {
            assert!(known.contains(key.as_str()) || other.contains(&key.as_str()), "{editor}: {key}");
        }
        client.finish();
    }
}

#[test]
fn commands_that_are_advertised_can_be_executed() {
    let mut client = Setup::editor("vscode").start();
    let commands = client.capabilities["executeCommandProvider"]["commands"].clone();
    for command in commands.as_array().into_iter().flatten() {
        let answer = client.try_request("workspace/executeCommand", json!({ "command": command }));
        let refusal = answer.err().map(|e| e.code);
        assert_ne!(refusal, Some(-32601), "{command} is advertised, but not handled");
    }
    let unknown = client.try_request("workspace/executeCommand", json!({ "command": "agmark.nonsense" }));
    assert!(unknown.is_err(), "an unknown command is executed");
    settle_and_finish(client);
}

const TEXT: &str = "@h1 Title [#a]\n\n@ref #a\n";

fn settle_and_finish(mut client: Client) {
    client.settle(std::time::Duration::from_millis(100));
    client.finish();
}

fn offers(capabilities: &Value, pointer: &str) -> bool {
    match capabilities.pointer(pointer) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(_) => true,
    }
}

/// Parameters that every request can read what it needs from.
fn params(uri: &str) -> Value {
    let at = json!({ "line": 2, "character": 6 });
    let range = json!({ "start": { "line": 0, "character": 0 }, "end": at });
    let item = json!({ "name": "a", "kind": 12, "uri": uri, "range": range, "selectionRange": range });
    json!({
        "textDocument": { "uri": uri },
        "position": at,
        "positions": [at],
        "range": range,
        "ranges": [range],
        "context": { "diagnostics": [], "includeDeclaration": true, "frameId": 1, "stoppedLocation": range,
                     "triggerKind": 1, "isRetrigger": false },
        "options": { "tabSize": 2, "insertSpaces": true },
        "newName": "b",
        "query": "a",
        "ch": "\n",
        "reason": 1,
        "previousResultId": "0",
        "previousResultIds": [],
        "item": item,
        "label": "a",
        "title": "a",
        "name": "a",
        "kind": 12,
        "location": { "uri": uri, "range": range },
        "color": { "red": 0, "green": 0, "blue": 0, "alpha": 1 },
        "command": "agmark.nonsense",
        "files": [{ "uri": uri, "oldUri": uri, "newUri": format!("{uri}2") }],
    })
}
