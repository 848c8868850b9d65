//! `agmark setup` for clients of the MCP server.

use super::{Person, there_and_back};

#[test]
fn clients_of_the_mcp_server_get_an_entry() {
    let other = "{\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" } // mine\n  },\n  \"theme\": \"dark\"\n}\n";
    for (client, file, object) in [
        ("claude", ".claude.json", "mcpServers"),
        ("cursor", ".cursor/mcp.json", "mcpServers"),
        ("windsurf", ".codeium/windsurf/mcp_config.json", "mcpServers"),
        ("gemini", ".gemini/settings.json", "mcpServers"),
        ("zed-mcp", ".config/zed/settings.json", "context_servers"),
        #[cfg(not(target_os = "macos"))]
        ("vscode-mcp", ".config/Code/User/mcp.json", "servers"),
        #[cfg(not(target_os = "macos"))]
        ("claude-desktop", ".config/Claude/claude_desktop_config.json", "mcpServers"),
    ] {
        there_and_back(client, &[], &[file]);
        there_and_back(client, &[(file, other)], &[file]);
        let person = Person::new(&[]);
        person.setup(&[client]);
        let read: serde_json::Value = serde_json::from_str(&person.read(file)).expect("JSON");
        let entry = &read[object]["agmark"];
        assert_eq!(entry["args"][0], "mcp", "{client}");
        assert!(entry["command"].as_str().is_some_and(|command| command.ends_with("agmark")), "{entry}");
    }
    // What a person changed in the entry stays.
    let person = Person::new(&[]);
    person.setup(&["windsurf"]);
    let file = ".codeium/windsurf/mcp_config.json";
    let changed = person.read(file).replace("Documents", "notes\",\n        \"--read-only");
    let person = Person::new(&[(file, &changed)]);
    person.setup(&["windsurf"]);
    assert_eq!(person.read(file), changed);
    let person = Person::new(&[(".cursor/mcp.json", "[]")]);
    let (code, _, err) = person.run(&["setup", "cursor"]);
    assert!(code == 2 && err.contains("not a JSON object"), "{err}");
    assert_eq!(person.read(".cursor/mcp.json"), "[]");
}

#[test]
fn codex_gets_a_table() {
    let file = ".codex/config.toml";
    there_and_back("codex", &[], &[file]);
    there_and_back(
        "codex",
        &[(file, "model = \"x\" # mine\n\n[mcp_servers.other]\ncommand = \"x\"\n")],
        &[file],
    );
}
