//! A server with neither a command nor an address, or with both.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::ServerContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/server-transport",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "server without a transport, or with two",
        help: "A server has either a `command` (with `args` and `env`), which is started and used over its standard \
           input and output, or the `url` of a server that is already running.",
        bad: &[
            with_keys!("mcp_servers: [{ name: stations }]"),
            with_keys!(
                "mcp_servers: [{ name: stations, command: stations, url: \"https://stations.example/mcp\" }]"
            ),
        ],
        good: &[with_keys!("mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\" }]")],
    },
    check: Check::Server(check),
};

fn check(server: &ServerContext<'_>, out: &mut Vec<Diagnostic>) {
    match (server.node.member("command"), server.node.member("url")) {
        (None, None) if server.is_complete => {
            let message = "the server has neither \"command\" nor \"url\": write one of them";
            out.push(RULE.at(server.first_line(), message));
        }
        (Some(command), Some(url)) => {
            let (a, b) = (command.key.span.clone(), url.key.span.clone());
            let (first, second) = if a.start < b.start { (a, b) } else { (b, a) };
            let message = "a server must have \"command\" or \"url\", not both: remove one";
            out.push(RULE.at(second.into(), message).related(first.into(), "the other one"));
        }
        _ => {}
    }
}
