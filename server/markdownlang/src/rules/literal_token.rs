//! A token that is written in the file.

use agmark_syntax::{CheckedRule, Diagnostic, FixKind, Rule, Severity};

use super::check::Check;
use crate::analysis::front_matter::context::ServerContext;

pub static RULE: CheckedRule<Check> = CheckedRule {
    rule: Rule {
        code: "markdownlang/literal-token",
        severity: Severity::Warning,
        fix: FixKind::None,
        summary: "token written in the file",
        help: "Everybody who can read the file or the repository has the token. Keep it in an environment variable \
           and refer to that: `Authorization: \"Bearer ${TOKEN}\"`.",
        bad: &[with_keys!(
            "mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { Authorization: Bearer abc } }]"
        )],
        good: &[with_keys!(
            "mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { Authorization: \"Bearer ${TOKEN}\" } }]"
        )],
    },
    check: Check::Server(check),
};

/// The headers that contain a token.
const SECRET: [&str; 3] = ["authorization", "proxy-authorization", "cookie"];

/// The ends of the names of other such headers: `X-Api-Key`, `Private-Token`. An `Idempotency-Key` is not a secret.
const SECRET_ENDS: [&str; 4] = ["api-key", "apikey", "token", "secret"];

fn check(server: &ServerContext<'_>, out: &mut Vec<Diagnostic>) {
    let headers = server.members().filter(|member| member.key.text == "headers");
    for header in headers.filter_map(|member| member.value.as_map()).flatten() {
        let (name, value) = (&header.key.text, &header.value);
        if is_literal_token(name, value.as_str().unwrap_or_default()) {
            let message = format!(
                "the token of \"{name}\" is written in the file: put it into an environment variable and write \"${{NAME}}\""
            );
            out.push(RULE.at(value.content_span().into(), message));
        }
    }
}

/// Whether a header contains a token that does not come from the environment.
fn is_literal_token(header: &str, value: &str) -> bool {
    let name = header.to_ascii_lowercase();
    let is_secret = SECRET.contains(&name.as_str()) || SECRET_ENDS.iter().any(|end| name.ends_with(end));
    is_secret && !value.trim().is_empty() && !value.contains("${")
}

#[cfg(test)]
mod tests {
    use super::is_literal_token;

    #[test]
    fn headers_with_a_token_are_recognized_by_their_names() {
        for header in
            ["Authorization", "COOKIE", "x-api-key", "X-Goog-Api-Key", "Private-Token", "X-Client-Secret"]
        {
            assert!(is_literal_token(header, "abc"), "{header}");
            assert!(!is_literal_token(header, "${TOKEN}") && !is_literal_token(header, " "), "{header}");
        }
        for header in ["X-Team", "Idempotency-Key", "X-Token-Kind"] {
            assert!(!is_literal_token(header, "abc"), "{header}");
        }
    }
}
