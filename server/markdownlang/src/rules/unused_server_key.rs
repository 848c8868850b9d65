//! A key of a server that another kind of server uses.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::ServerContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/unused-server-key",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "server key that its transport does not use",
        help: "`args` and `env` belong to a server with a `command`, `headers` to a server with a `url`. Otherwise \
           they have no effect.",
        bad: &[
            with_keys!(
                "mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", args: [\"-y\"] }]"
            ),
            with_keys!("mcp_servers: [{ name: stations, command: stations, headers: { X-Team: north } }]"),
        ],
        good: &[with_keys!(
            "mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { X-Team: north } }]"
        )],
    },
    check: Check::Server(check),
};

fn check(server: &ServerContext<'_>, out: &mut Vec<Diagnostic>) {
    let has = |key: &str| server.node.get(key).is_some();
    let (unused, needed): (&[&str], _) = match (has("command"), has("url")) {
        (true, false) => (&["headers"], "url"),
        (false, true) => (&["args", "env"], "command"),
        _ => return,
    };
    for key in server.map.iter().map(|member| &member.key).filter(|key| unused.contains(&&*key.text)) {
        let message = format!("\"{}\" has no effect without \"{needed}\": remove it", key.text);
        out.push(RULE.at(key.span.clone().into(), message));
    }
}
