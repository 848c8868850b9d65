//! `${NAME}` in the values of a server's settings.

/// The text with each `${NAME}` replaced by that variable.
///
/// # Errors
/// When a variable is not set; names it.
pub fn expanded(text: &str, variable: impl Fn(&str) -> Option<String>) -> Result<String, String> {
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

/// The names of the variables that [`expanded`] takes from the environment, in their order.
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

    fn expand(text: &str) -> Result<String, String> {
        expanded(text, |name| (name == "A_1").then(|| "${B}".to_owned()))
    }

    #[test]
    fn variables_are_put_in_once() {
        assert_eq!(expand("x${A_1}y${A_1}").unwrap(), "x${B}y${B}");
        assert_eq!(names("x${A_1}y${A_1}${ ${B}}$C ${}"), ["A_1", "A_1", "B"]);
        assert_eq!(expand("$A_1 ${} ${1} ${a b} ${").unwrap(), "$A_1 ${} ${1} ${a b} ${");
        assert_eq!(
            expand("${C}").unwrap_err(),
            "the environment variable `C` is not set: set it before the run"
        );
    }
}
