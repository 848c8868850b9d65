//! Credentials that pages repeat, made unreadable: they are to be in no report.

/// What is shorter than this, in bytes, is no secret but a word that pages are full of.
const SHORTEST: usize = 6;

/// A text with stars for each secret in it, as many as the secret has bytes: all other places stay where they are.
pub fn masked(text: String, secrets: &[String]) -> String {
    let mut text = text;
    for secret in secrets.iter().filter(|secret| secret.len() >= SHORTEST) {
        if text.contains(secret.as_str()) {
            text = text.replace(secret.as_str(), &"*".repeat(secret.len()));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn secrets_are_unreadable_and_nothing_moves() {
        let secrets = ["s3cr€t".to_owned(), "1".to_owned()];
        assert_eq!(masked("1 s3cr€t 2".to_owned(), &secrets), "1 ******** 2");
    }
}
