//! Whether a Markdown file is a program.

use agmark_schema::{Node, yaml};
use agmark_syntax::Candidate;

use crate::syntax::cuts::is_delimiter;
use crate::vocabulary::schema_keywords::TYPES;

/// The length of the text that is read, in bytes. The front matter of a program is shorter.
const HEAD: usize = 64 << 10;

/// Whether a Markdown file is a program: it is imported by one, or its front matter has `input` or `output` as a
/// JSON Schema and one more of the four required keys.
pub(crate) fn is_program(file: &Candidate<'_>) -> bool {
    let markdown = match (file.path, file.language) {
        (Some(path), language) => {
            path.extension().is_some_and(|e| e.eq_ignore_ascii_case("md"))
                && matches!(language, None | Some("markdown"))
        }
        (None, language) => matches!(language, None | Some("markdown")),
    };
    markdown && (file.surroundings.imported || declares_schema(&file.text.head(HEAD)))
}

fn declares_schema(head: &str) -> bool {
    let head = head.strip_prefix('\u{feff}').unwrap_or(head);
    let Some((first, rest)) = head.split_once('\n') else { return false };
    if !is_delimiter(first) || !(rest.contains("input") || rest.contains("output")) {
        return false;
    }
    let front_matter = before_delimiter(rest);
    let parsed = yaml::parse(front_matter);
    // While you type, the YAML may be invalid. Then its lines are read.
    let keys = if parsed.complete {
        let of = |key: &str| parsed.root.get(key).map(is_schema);
        Keys { name: of("name"), description: of("description"), input: of("input"), output: of("output") }
    } else {
        Keys::by_lines(front_matter)
    };
    let present = [keys.name, keys.description, keys.input, keys.output].iter().flatten().count();
    present >= 2 && (keys.input == Some(true) || keys.output == Some(true))
}

/// Keywords that only schemas have. Other tools also have mappings at `input` and `output`, with `format` or `default`.
const WORDS: [&str; 19] = [
    "type",
    "properties",
    "required",
    "items",
    "prefixItems",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "additionalProperties",
    "patternProperties",
    "$ref",
    "$defs",
    "$schema",
    "minLength",
    "maxLength",
    "pattern",
];

/// Whether a value is a schema: a mapping with a keyword, or an empty one.
fn is_schema(value: &Node) -> bool {
    let Some(map) = value.as_map() else { return false };
    let has_word = map.keys().any(|key| WORDS.contains(&key));
    // `type: markdown` is not a type of JSON.
    let kind = value.get("type").and_then(Node::as_str);
    let is_type = kind.is_none_or(|kind| TYPES.iter().any(|word| word.name == kind));
    map.members.is_empty() || (has_word && is_type)
}

/// The lines before the closing delimiter, or all lines.
fn before_delimiter(text: &str) -> &str {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        if is_delimiter(line.strip_suffix('\n').unwrap_or(line)) {
            break;
        }
        end += line.len();
    }
    &text[..end]
}

/// Whether the key of a line is a keyword of schemas.
fn begins_with_word(line: &str) -> bool {
    let line = line.trim_start();
    match line.split_once(':') {
        Some((key, _)) => WORDS.contains(&key.trim().trim_matches(['"', '\''])),
        None => false,
    }
}

/// The required keys that exist, each with whether it is a schema.
struct Keys {
    name: Option<bool>,
    description: Option<bool>,
    input: Option<bool>,
    output: Option<bool>,
}

impl Keys {
    /// A schema starts with a brace, or has a keyword on the next, deeper line.
    fn by_lines(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
        let find = |key: &str| {
            lines.iter().enumerate().find_map(|(i, line)| {
                let value = line.strip_prefix(key)?.trim_start().strip_prefix(':')?.trim();
                let nested = || {
                    let next = lines.get(i + 1);
                    next.is_some_and(|next| next.starts_with([' ', '\t']) && begins_with_word(next))
                };
                let inline = value.strip_prefix('{').map(|inside| inside.trim_end_matches('}').trim());
                let is_schema = inline.is_some_and(|inside| inside.is_empty() || begins_with_word(inside));
                Some(is_schema || (value.is_empty() || value.starts_with('#')) && nested())
            })
        };
        Self {
            name: find("name"),
            description: find("description"),
            input: find("input"),
            output: find("output"),
        }
    }
}
