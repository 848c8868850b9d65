//! Clients of the MCP server: an entry in the file where each client lists its servers.

use std::path::PathBuf;

use anyhow::Context as _;
use serde_json::{Value, json};

use super::action::Action;
use super::folders::Folders;
use super::json_member;
use super::plan::Plan;

/// The name of the server in the files of clients.
const NAME: &str = "agmark";

/// A client that starts MCP servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum McpClient {
    ClaudeCode,
    ClaudeDesktop,
    Cursor,
    VsCode,
    Windsurf,
    Gemini,
    Zed,
}

impl McpClient {
    /// The file of its servers.
    fn file(self, folders: &Folders) -> PathBuf {
        let home = &folders.home;
        // Where applications keep their settings.
        let settings = match cfg!(target_os = "macos") {
            true => home.join("Library/Application Support"),
            false => folders.config.clone(),
        };
        match self {
            Self::ClaudeCode => home.join(".claude.json"),
            Self::ClaudeDesktop => settings.join("Claude/claude_desktop_config.json"),
            Self::Cursor => home.join(".cursor/mcp.json"),
            Self::VsCode => settings.join("Code/User/mcp.json"),
            Self::Windsurf => home.join(".codeium/windsurf/mcp_config.json"),
            Self::Gemini => home.join(".gemini/settings.json"),
            // The same folder on macOS.
            Self::Zed if cfg!(windows) => folders.config.join("Zed/settings.json"),
            Self::Zed => folders.config.join("zed/settings.json"),
        }
    }

    /// The object in the file that has a member for each server.
    fn object(self) -> &'static str {
        match self {
            Self::VsCode => "servers",
            Self::Zed => "context_servers",
            _ => "mcpServers",
        }
    }

    /// The entry.
    fn entry(self, folders: &Folders) -> Value {
        let command = folders.command();
        match self {
            // These start servers in the folder of the project, which is then the root.
            Self::ClaudeCode | Self::VsCode => {
                json!({ "type": "stdio", "command": command, "args": ["mcp"] })
            }
            Self::Cursor | Self::Gemini | Self::Zed => json!({ "command": command, "args": ["mcp"] }),
            // These start servers in no folder of the user's work.
            Self::ClaudeDesktop | Self::Windsurf => {
                let documents = folders.home.join("Documents");
                json!({ "command": command, "args": ["mcp", "--root", documents] })
            }
        }
    }

    /// What the user has to know.
    fn step(self) -> &'static str {
        match self {
            Self::ClaudeCode => "restart Claude Code; `/mcp` lists agmark",
            Self::ClaudeDesktop => {
                "change the folder after --root to the one that Claude may use, and restart Claude"
            }
            Self::Cursor => "allow the server agmark in Cursor's settings, under MCP",
            Self::VsCode => "run \"MCP: List Servers\" in VS Code and start agmark",
            Self::Windsurf => {
                "change the folder after --root to the one that Windsurf may use, and refresh its MCP servers"
            }
            Self::Gemini => "restart Gemini CLI; `/mcp` lists agmark",
            Self::Zed => "the settings of Zed's agent panel list agmark",
        }
    }
}

/// The arguments of an entry that exists: a person may have added options.
fn arguments(text: &str, object: &str) -> Option<Value> {
    let entry: Value = serde_json::from_str(json_member::get(text, object, NAME)?).ok()?;
    entry.get("args").filter(|all| all.get(0).is_some_and(|first| first == "mcp")).cloned()
}

/// # Errors
/// When the file cannot be read or is not a JSON object.
pub fn plan(folders: &Folders, client: McpClient, action: Action) -> anyhow::Result<Plan> {
    let mut plan = Plan::new(folders);
    let (file, object) = (client.file(folders), client.object());
    match action {
        Action::SetUp => {
            let set = |text: Option<&str>| {
                let text = text.unwrap_or_default();
                let mut entry = client.entry(folders);
                if let Some(arguments) = arguments(text, object) {
                    entry["args"] = arguments;
                }
                let entry = serde_json::to_string_pretty(&entry).context("the entry")?;
                Ok(Some(json_member::set(text, object, NAME, &entry)?))
            };
            plan.edit(file, set)?;
            plan.step(client.step());
        }
        Action::Remove => {
            let remove = |text: Option<&str>| match text {
                Some(text) => Ok(json_member::remove(text, object, NAME)?),
                None => Ok(None),
            };
            plan.edit(file, remove)?;
        }
    }
    Ok(plan)
}
