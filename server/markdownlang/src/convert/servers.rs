//! The MCP servers that a text mentions.

use super::names::program_name;

/// A server with its command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Server {
    pub name: String,
    pub command: String,
    pub args: Vec<String>,
    /// The text has no command: this is the command of the usual server with this name.
    pub is_guess: bool,
}

/// Programs that start servers.
const STARTERS: [&str; 8] = ["npx", "uvx", "node", "python", "python3", "docker", "deno", "bunx"];

/// Words before "tool" that are not the name of one.
const COMMON: [&str; 11] =
    ["the", "a", "this", "each", "every", "any", "following", "python", "right", "available", "these"];

/// The servers of a text: those that it lists with their commands, then those that it mentions.
pub(super) fn servers(body: &str) -> Vec<Server> {
    let mut all: Vec<Server> = Vec::new();
    for server in body.lines().filter_map(listed) {
        if all.iter().all(|known| known.name != server.name) {
            all.push(server);
        }
    }
    let words: Vec<&str> = body.split_whitespace().collect();
    for (at, pair) in words.windows(2).enumerate() {
        let noun = pair[1].trim_matches(|c: char| !c.is_alphanumeric()).to_ascii_lowercase();
        let name = program_name(pair[0]);
        let before = &words[at.saturating_sub(3)..at];
        let uses =
            |word: &&str| ["use", "uses", "using", "with"].contains(&word.to_ascii_lowercase().as_str());
        let is_name = !name.is_empty() && !COMMON.contains(&name.as_str());
        let is_new = all.iter().all(|known| known.name != name);
        if matches!(noun.as_str(), "tool" | "server") && is_name && is_new && before.iter().any(uses) {
            let package = format!("@modelcontextprotocol/server-{name}");
            let args = vec!["-y".to_owned(), package];
            all.push(Server { name, command: "npx".to_owned(), args, is_guess: true });
        }
    }
    all
}

/// `- files: `npx -y @scope/server-files /tmp``.
fn listed(line: &str) -> Option<Server> {
    let item = line.trim_start().strip_prefix(['-', '*', '+'])?.trim();
    let (name, rest) = item.split_once([':', '(']).or_else(|| item.split_once(" - "))?;
    let name = program_name(name.trim_matches(['`', '*', ' ']));
    let (_, rest) = rest.split_once('`')?;
    let (command, _) = rest.split_once('`')?;
    let mut words = command.split_whitespace().map(|word| word.trim_matches(['"', '\'']).to_owned());
    let command = words.next().filter(|command| STARTERS.contains(&command.as_str()))?;
    let args: Vec<String> = words.collect();
    (!name.is_empty() && !args.is_empty()).then_some(Server { name, command, args, is_guess: false })
}
