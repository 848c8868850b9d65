//! Codex: a table in `config.toml`, between two marks.

use anyhow::{anyhow, bail};
use toml_edit::{Array, DocumentMut, value};

use super::action::Action;
use super::folders::{self, Folders};
use super::marked_block;
use super::plan::Plan;

/// The table of all servers, and the name of this one.
const SERVERS: &str = "mcp_servers";
const NAME: &str = "agmark";

/// # Errors
/// When the file cannot be read, is not TOML, or has an entry that setup did not write.
pub fn plan(folders: &Folders, action: Action) -> anyhow::Result<Plan> {
    let mut plan = Plan::new(folders);
    let folder = folders::folder("CODEX_HOME").unwrap_or_else(|| folders.home.join(".codex"));
    let command = folders.command();
    plan.edit(folder.join("config.toml"), |text| change(text, &command, action))?;
    if action == Action::SetUp {
        plan.step("restart Codex; `/mcp` lists agmark");
    }
    Ok(plan)
}

/// The text with the table, or without it.
fn change(text: Option<&str>, command: &str, action: Action) -> anyhow::Result<Option<String>> {
    if action == Action::Remove {
        return marked_block::put(text, "#", "", action);
    }
    let old = read(text.unwrap_or_default())?;
    let others = marked_block::put(text, "#", "", Action::Remove)?;
    if server(&read(others.as_deref().unwrap_or_default())?).is_some() {
        bail!("there is another entry {SERVERS}.{NAME}: remove it first");
    }
    // A person may have added options.
    let arguments = server(&old).and_then(|entry| entry.get("args")?.as_array().cloned());
    let arguments = arguments.filter(|all| all.get(0).and_then(toml_edit::Value::as_str) == Some("mcp"));
    let mut entry = DocumentMut::new();
    entry["command"] = value(command);
    entry["args"] = value(arguments.unwrap_or_else(|| Array::from_iter(["mcp"])));
    let after = marked_block::put(text, "#", &format!("[{SERVERS}.{NAME}]\n{entry}"), action)?;
    read(after.as_deref().unwrap_or_default()).map_err(|error| {
        anyhow!("with our entry it would not be TOML: write servers as [{SERVERS}.NAME] ({error})")
    })?;
    Ok(after)
}

fn read(text: &str) -> anyhow::Result<DocumentMut> {
    text.parse().map_err(|error: toml_edit::TomlError| anyhow!("{}", error.message()))
}

/// The entry of this server.
fn server(document: &DocumentMut) -> Option<&dyn toml_edit::TableLike> {
    document.get(SERVERS)?.get(NAME)?.as_table_like()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set_up(text: &str) -> anyhow::Result<String> {
        Ok(change(Some(text), "agmark", Action::SetUp)?.unwrap_or_default())
    }

    #[test]
    fn the_rest_of_a_file_stays() {
        for before in [
            "",
            "model = \"x\" # mine",
            "# Mine.\r\n[mcp_servers.other]\r\ncommand = \"x\"\r\n",
            "[profiles.a]\nmodel = \"b\"\n\n\n",
            "mcp_servers.other = { command = \"x\" }\n",
        ] {
            let Ok(after) = set_up(before) else {
                assert!(before.starts_with("mcp_servers."), "{before}");
                continue;
            };
            let document = read(&after).expect("TOML");
            assert_eq!(
                server(&document).expect("an entry").get("args").unwrap().to_string().trim(),
                "[\"mcp\"]"
            );
            assert_eq!(set_up(&after).unwrap(), after, "a second time");
            let removed = change(Some(&after), "agmark", Action::Remove).unwrap();
            assert_eq!(removed.as_deref(), Some(before));
        }
    }

    #[test]
    fn what_a_person_wrote_is_kept() {
        let after = change(None, "agmark", Action::SetUp).unwrap().unwrap();
        let changed = after.replace("[\"mcp\"]", "[\"mcp\", \"--read-only\"]");
        assert!(changed != after && set_up(&changed).unwrap() == changed);
        assert_eq!(change(Some(&after), "agmark", Action::Remove).unwrap(), None);
        let own = "[mcp_servers.agmark]\ncommand = \"mine\"\n";
        assert!(set_up(own).unwrap_err().to_string().contains("remove it first"));
        assert_eq!(change(Some(own), "agmark", Action::Remove).unwrap().as_deref(), Some(own));
        assert!(set_up("[broken").is_err());
    }
}
