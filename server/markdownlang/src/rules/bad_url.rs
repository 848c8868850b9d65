//! The address of a server that is not http or https.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::ServerContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-url",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid server address",
        help: "The `url` of a server starts with `http://` or `https://`, followed by a host. To start a program, \
           use `command`.",
        bad: &[with_keys!("mcp_servers: [{ name: stations, url: stations.example/mcp }]")],
        good: &[with_keys!("mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\" }]")],
    },
    check: Check::Server(check),
};

fn check(server: &ServerContext<'_>, out: &mut Vec<Diagnostic>) {
    for value in server.members().filter(|member| member.key.text == "url").map(|member| &member.value) {
        if let Some(url) = value.as_str().filter(|url| !is_valid(url)) {
            let message =
                format!("invalid server address \"{url}\": it must start with \"http://\" or \"https://\"");
            out.push(RULE.at(value.content_span().into(), message));
        }
    }
}

/// Whether an address is valid. A variable of the environment (`${VAR}`) may have any value.
pub(crate) fn is_valid(url: &str) -> bool {
    if url.starts_with("${") {
        return true;
    }
    let lower = url.to_ascii_lowercase();
    let rest = lower.strip_prefix("http://").or_else(|| lower.strip_prefix("https://"));
    rest.is_some_and(|host| !host.is_empty() && !host.starts_with('/') && !host.contains(char::is_whitespace))
}
