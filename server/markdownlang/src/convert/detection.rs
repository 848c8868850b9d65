//! Which Markdown files are skills or prompts.

use std::ffi::OsStr;
use std::path::Path;

use agmark_schema::{Node, yaml};

/// The front matter keys of prompts: model, tools and arguments.
const PROMPT_KEYS: [&str; 12] = [
    "model",
    "models",
    "tools",
    "allowed-tools",
    "temperature",
    "agent",
    "mode",
    "argument-hint",
    "arguments",
    "variables",
    "input",
    "inputs",
];

/// Whether a file is a skill: by its name, or by `name` and `description` in its front matter.
pub fn is_skill(path: &Path, text: &str) -> bool {
    let front = front_matter(text);
    path.file_stem().is_some_and(|stem| stem.eq_ignore_ascii_case("skill"))
        || front.get("name").is_some() && front.get("description").is_some()
}

/// Whether a file is a prompt: by its name (`x.prompt.md`), or by a key of its front matter for the model, the tools or
/// the arguments. Other Markdown can be converted, too, but the conversion is not offered.
pub fn is_prompt(path: &Path, text: &str) -> bool {
    let stem = path.file_stem().and_then(OsStr::to_str).unwrap_or_default();
    let front = front_matter(text);
    stem.ends_with(".prompt") || PROMPT_KEYS.iter().any(|key| front.get(key).is_some())
}

fn front_matter(text: &str) -> Node {
    yaml::parse(split(text.strip_prefix('\u{feff}').unwrap_or(text)).0).root
}

/// The content of the front matter, and the text after it.
pub(super) fn split(text: &str) -> (&str, &str) {
    let Some(rest) = text.strip_prefix("---\n").or_else(|| text.strip_prefix("---\r\n")) else {
        return ("", text);
    };
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            return (&rest[..at], rest[at + line.len()..].trim_start_matches(['\r', '\n']));
        }
        at += line.len();
    }
    ("", text)
}
