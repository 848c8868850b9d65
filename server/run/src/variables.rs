//! Environment variables in values, written `${NAME}`.

/// The text with each `${NAME}` replaced with the value of the variable.
///
/// # Errors
/// If a variable is not set. The message names it.
pub fn expand(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let (before, after) = (&rest[..at], &rest[at + 2..]);
        out.push_str(before);
        match after.find('}').map(|end| (&after[..end], &after[end + 1..])) {
            Some((name, after)) if is_name(name) => {
                let value = variable(name).ok_or_else(|| {
                    format!("the environment variable `{name}` is not set: set it before the run")
                })?;
                out.push_str(&value);
                rest = after;
            }
            _ => {
                out.push_str("${");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    Ok(out)
}

/// The names of the variables in a text, in their order.
pub fn names(text: &str) -> Vec<&str> {
    let parts = text.split("${").skip(1);
    parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name).filter(|name| is_name(name)).collect()
}

fn is_name(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(text: &str) -> Result<String, String> {
        expand(text, |name| (name == "A_1").then(|| "${B}".to_owned()))
    }

    #[test]
    fn values_are_not_expanded_again() {
        assert_eq!(expanded("x${A_1}y${A_1}").unwrap(), "x${B}y${B}");
        assert_eq!(names("x${A_1}y${A_1}${ ${B}}$C ${}"), ["A_1", "A_1", "B"]);
        assert_eq!(expanded("$A_1 ${} ${1} ${a b} ${").unwrap(), "$A_1 ${} ${1} ${a b} ${");
        assert_eq!(
            expanded("${C}").unwrap_err(),
            "the environment variable `C` is not set: set it before the run"
        );
    }
}
