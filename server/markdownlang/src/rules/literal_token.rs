//! Tokens that everybody can read.

use agmark_syntax::{Diagnostic, FixKind, Rule, Severity, Span};

/// A token that is written in the file.
pub static RULE: Rule = Rule {
    code: "markdownlang/literal-token",
    severity: Severity::Warning,
    fix: FixKind::None,
    summary: "token written in the file",
    help: "Everybody who can read the file or the repository has the token. Keep it in an environment variable \
           and refer to that: `Authorization: \"Bearer ${TOKEN}\"`.",
    bad: &[
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { Authorization: Bearer abc } }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
    good: &[
        "---
name: forecast
description: Says how the weather will be
mcp_servers: [{ name: stations, url: \"https://stations.example/mcp\", headers: { Authorization: \"Bearer ${TOKEN}\" } }]
input: { type: object }
output: { type: object }
---
Say how the weather will be.
",
    ],
};

/// What headers are called that carry a token.
const SECRET: [&str; 3] = ["authorization", "proxy-authorization", "cookie"];

/// How the names of others end: `X-Api-Key`, `Private-Token`. An `Idempotency-Key` is no secret.
const SECRET_ENDS: [&str; 4] = ["api-key", "apikey", "token", "secret"];

/// At the value of a header that carries a token which is not taken from the environment.
pub(crate) fn at(span: Span, header: &str, value: &str) -> Option<Diagnostic> {
    let name = header.to_ascii_lowercase();
    let is_secret = SECRET.contains(&name.as_str()) || SECRET_ENDS.iter().any(|end| name.ends_with(end));
    if !is_secret || value.trim().is_empty() || value.contains("${") {
        return None;
    }
    let message = format!(
        "the token of \"{header}\" is written in the file: put it into an environment variable and write \"${{NAME}}\""
    );
    Some(RULE.at(span, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_that_carry_a_token_are_told_by_their_names() {
        let told = |header: &str, value: &str| at(Span::new(0, 1), header, value).is_some();
        for header in
            ["Authorization", "COOKIE", "x-api-key", "X-Goog-Api-Key", "Private-Token", "X-Client-Secret"]
        {
            assert!(told(header, "abc") && !told(header, "${TOKEN}") && !told(header, " "), "{header}");
        }
        for header in ["X-Team", "Idempotency-Key", "X-Token-Kind"] {
            assert!(!told(header, "abc"), "{header}");
        }
    }
}
