//! What a run would start and call: what a person is shown before it does.

use std::path::PathBuf;
use std::sync::Arc;

use agmark_markdownlang::Transport;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::program::Agent;

/// Something that a program starts or calls.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Wanted {
    /// The program that wants it.
    pub program: PathBuf,
    /// The server's name.
    pub server: String,
    #[serde(flatten)]
    pub what: What,
}

/// A command, or an address. `${NAME}` is as written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum What {
    Command {
        command: String,
        args: Vec<String>,
        /// The names of the variables that it is given.
        env: Vec<String>,
    },
    Url {
        url: String,
    },
}

/// All that a program and its imports would start or call.
pub fn wanted(agent: &Arc<Agent>) -> Vec<Wanted> {
    let all = agent.all();
    let each = all.iter().flat_map(|agent| agent.servers().map(move |server| (agent, server)));
    each.map(|(agent, server)| Wanted {
        program: agent.path.clone(),
        server: server.name.clone(),
        what: match &server.transport {
            Transport::Command { command, args, env } => What::Command {
                command: command.clone(),
                args: args.clone(),
                env: env.iter().map(|(name, _)| name.clone()).collect(),
            },
            Transport::Url(url) => What::Url { url: url.clone() },
        },
    })
    .collect()
}

/// What tells one set from every other: a yes to a set is a yes to no other.
pub fn fingerprint(wanted: &[Wanted]) -> String {
    mark(&serde_json::to_vec(wanted).unwrap_or_default())
}

/// A short word that tells `bytes` from all others.
pub fn mark(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_set_is_told_and_told_apart() {
        let folder = tempfile::tempdir().unwrap();
        let program = |name: &str, rest: &str| {
            let text = format!(
                "---\nname: {name}\ndescription: d\ninput: {{ type: object }}\noutput: {{ type: object }}\n{rest}---\nx\n"
            );
            std::fs::write(folder.path().join(format!("{name}.md")), text).unwrap();
        };
        program(
            "b",
            "mcp_servers: [{ name: web, url: \"http://localhost/mcp\" }, { name: off, command: x, disabled: true }]\n",
        );
        let main = |arg: &str| {
            program(
                "a",
                &format!(
                    "imports: [b.md]\nmcp_servers: [{{ name: files, command: npx, args: [{arg}], env: {{ A: s }} }}]\n"
                ),
            );
            wanted(&Agent::load(&folder.path().join("a.md"), 8).unwrap())
        };
        let (one, other) = (main("-y"), main("-n"));
        let told = serde_json::to_string(&one.iter().map(|w| &w.what).collect::<Vec<_>>()).unwrap();
        assert_eq!(told, r#"[{"command":"npx","args":["-y"],"env":["A"]},{"url":"http://localhost/mcp"}]"#);
        assert_ne!(fingerprint(&one), fingerprint(&other));
        assert_eq!(fingerprint(&one), fingerprint(&main("-y")));
    }
}
