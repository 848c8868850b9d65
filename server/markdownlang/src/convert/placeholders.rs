//! The placeholders of a text, and the template actions that replace them.

use super::parameter::Parameter;
use crate::syntax::fence::Fence;

/// The names in single braces in the prose of a text (`{topic}`), each once. Code is skipped.
pub(super) fn placeholders(body: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut fence = None;
    for line in body.lines() {
        let inside = fence.is_some();
        fence = Fence::after(fence, line.trim_end());
        if inside || fence.is_some() {
            continue;
        }
        // Every other part is between backticks.
        for prose in line.split('`').step_by(2) {
            for (at, _) in prose.match_indices('{') {
                let name = prose[at + 1..].split('}').next().unwrap_or_default();
                let after = prose[at + 1 + name.len()..].strip_prefix('}');
                let alone =
                    !prose[..at].ends_with(['{', '$']) && after.is_some_and(|rest| !rest.starts_with('}'));
                let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
                    && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                if alone && is_name && !all.iter().any(|known| known == name) {
                    all.push(name.to_owned());
                }
            }
        }
    }
    all
}

/// The text with actions in place of its placeholders: `$ARGUMENTS`, `{{name}}`, `{name}`, `<name>`, `$name`.
pub(super) fn with_actions(body: &str, parameters: &[Parameter]) -> String {
    // Braces of the original text are not actions: the program shows them.
    let mut out = body.replace("{{", "{{ \"{{\" }}");
    for parameter in parameters {
        let name = &parameter.name;
        let action = match parameter.always_has_value() {
            true => format!("{{{{ {} }}}}", parameter.field()),
            false => format!("{{{{ {} | default \"\" }}}}", parameter.field()),
        };
        out = out.replace(&format!("{{{{ \"{{{{\" }}}}{name}}}}}"), &action);
        out = out.replace(&format!("{{{{ \"{{{{\" }}}} {name} }}}}"), &action);
        out = out.replace(&format!("<{name}>"), &action).replace(&format!("${{{name}}}"), &action);
        out = single_braces(&out, name, &action);
        if name == "arguments" {
            out = out.replace("$ARGUMENTS", &action);
        }
        if parameter.required && !out.contains(&action) {
            out = in_prose(&out, name, &action);
        }
    }
    out
}

/// The text with the action of the parameter `url` in place of the first `a url` in a line of prose.
fn in_prose(text: &str, name: &str, action: &str) -> String {
    let words = name.replace(['_', '-'], " ").to_ascii_lowercase();
    let mut at = 0;
    let mut fence = None;
    for line in text.split_inclusive('\n') {
        fence = Fence::after(fence, line.trim_end());
        let prose = fence.is_none() && line.starts_with(|c: char| c.is_alphanumeric());
        // Only ASCII changes its case, so offsets stay valid.
        let lower = line.to_ascii_lowercase();
        for article in ["a ", "an "].into_iter().filter(|_| prose) {
            let wanted = format!("{article}{words}");
            for (found, _) in lower.match_indices(&wanted) {
                let end = found + wanted.len();
                let before = lower[..found].chars().next_back();
                let after = lower[end..].chars().next();
                let apart =
                    |c: Option<char>| !c.is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_'));
                if apart(before) && apart(after) {
                    return format!("{}{action}{}", &text[..at + found], &text[at + end..]);
                }
            }
        }
        at += line.len();
    }
    text.to_owned()
}

/// The text with `action` in place of `{name}`, except in double braces.
fn single_braces(text: &str, name: &str, action: &str) -> String {
    let wanted = format!("{{{name}}}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(&wanted) {
        let after = &rest[at + wanted.len()..];
        let alone = !rest[..at].ends_with('{') && !after.starts_with('}');
        out.push_str(&rest[..at]);
        out.push_str(if alone { action } else { &wanted });
        rest = after;
    }
    out.push_str(rest);
    out
}
