//! The name of a server with characters that its tools cannot have.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::ServerContext;
use crate::names::server_name_error;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/bad-server-name",
        severity: Severity::Error,
        fix: FixKind::None,
        summary: "invalid server name",
        help: "The tools of a server are called `mcp__NAME__TOOL`, and model APIs allow only letters, digits, `_` \
           and `-` in these names.",
        bad: &[with_keys!("mcp_servers: [{ name: weather stations, command: stations }]")],
        good: &[with_keys!("mcp_servers: [{ name: weather-stations, command: stations }]")],
    },
    check: Check::Server(check),
};

fn check(server: &ServerContext<'_>, out: &mut Vec<Diagnostic>) {
    for value in server.members().filter(|member| member.key.text == "name").map(|member| &member.value) {
        let error = value.as_str().and_then(server_name_error);
        out.extend(error.map(|error| RULE.at(value.content_span().into(), error)));
    }
}
