//! Keys that files of a workspace must not have. Otherwise the author of a workspace could choose which programs run
//! on the machine of the person who opens it, where texts are sent, and with which secrets.

/// The meaning of words in keys, the most serious first.
const WORDS: [(&str, &[&str]); 3] = [
    ("a secret", &["key", "keys", "token", "tokens", "secret", "secrets", "password", "credentials", "auth"]),
    ("a host", &["url", "uri", "host", "endpoint", "proxy", "address", "port", "api", "origin"]),
    (
        "a program",
        &[
            "path",
            "command",
            "cmd",
            "program",
            "binary",
            "bin",
            "executable",
            "exec",
            "chrome",
            "chromium",
            "browser",
            "python",
            "node",
            "shell",
            "interpreter",
            "server",
            "servers",
            "args",
            "env",
            "runtime",
        ],
    ),
];

/// Whether a key names a program, a host or a secret, and which.
pub(super) fn names(key: &str) -> Option<&'static str> {
    let words = words(key);
    let tells = |of: &[&str]| words.iter().any(|word| of.contains(&word.as_str()));
    WORDS.iter().find(|(_, of)| tells(of)).map(|(what, _)| *what)
}

/// The message about such a key.
pub(super) fn message(key: &str, what: &str) -> String {
    format!(
        "\"{key}\" names {what}: files of a workspace must not. Set it in your editor's user settings or the \
         environment"
    )
}

/// The words of a key: `apiKey`, `api-key`, `api_key`.
fn words(key: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for c in key.chars() {
        if !c.is_alphanumeric() || (after_lower && c.is_uppercase()) {
            words.push(String::new());
        }
        if c.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
        after_lower = c.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_what_they_name() {
        for key in ["server_path", "serverPath", "chrome", "mcp-servers", "python.interpreter", "PATH"] {
            assert_eq!(names(key), Some("a program"), "{key}");
        }
        for key in ["base_url", "serverURL", "model.api", "http_proxy"] {
            assert_eq!(names(key), Some("a host"), "{key}");
        }
        for key in ["api_key", "apiKey", "token", "server.password"] {
            assert_eq!(names(key), Some("a secret"), "{key}");
        }
        for key in ["rules", "exclude", "overrides", "files", "monkey", "reports", "excluded_paths", ""] {
            assert_eq!(names(key), None, "{key}");
        }
    }
}
