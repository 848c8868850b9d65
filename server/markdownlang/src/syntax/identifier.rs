//! Identifiers of templates.

/// Whether a word can follow a dot or a dollar sign in a template.
pub(crate) fn is_identifier(word: &str) -> bool {
    word.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The template expression for a field of the dot: `.city`, or `index . "first-name"`.
pub(crate) fn field(name: &str) -> String {
    if is_identifier(name) { format!(".{name}") } else { format!("index . \"{name}\"") }
}
