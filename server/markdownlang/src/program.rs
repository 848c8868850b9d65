//! Whether a Markdown file is a program.

use agmark_schema::yaml;
use agmark_syntax::Candidate;

use crate::cuts::is_delimiter;

/// Front matter that is longer is not that of a program.
const HEAD: usize = 64 << 10;

/// Whether a Markdown file is a program: it is imported by one, or its front matter has `input` or `output` as a
/// mapping and one more of the four required keys.
pub(crate) fn is_program(file: &Candidate<'_>) -> bool {
    let markdown = match (file.path, file.language) {
        (Some(path), language) => {
            path.extension().is_some_and(|e| e.eq_ignore_ascii_case("md"))
                && matches!(language, None | Some("markdown"))
        }
        (None, language) => matches!(language, None | Some("markdown")),
    };
    markdown && (file.imported || declares_schema(&file.text.head(HEAD)))
}

fn declares_schema(head: &str) -> bool {
    let head = head.strip_prefix('\u{feff}').unwrap_or(head);
    let Some((first, rest)) = head.split_once('\n') else { return false };
    if !is_delimiter(first) || !(rest.contains("input") || rest.contains("output")) {
        return false;
    }
    let front_matter = before_delimiter(rest);
    let parsed = yaml::parse(front_matter);
    // While somebody types, the YAML may be broken: what comes after the mistake is judged by its lines.
    let keys = if parsed.complete {
        let of = |key: &str| parsed.root.get(key).map(|value| value.as_map().is_some());
        Keys { name: of("name"), description: of("description"), input: of("input"), output: of("output") }
    } else {
        Keys::by_lines(front_matter)
    };
    let present = [keys.name, keys.description, keys.input, keys.output].iter().flatten().count();
    present >= 2 && (keys.input == Some(true) || keys.output == Some(true))
}

/// The lines before the closing delimiter; all of them if there is none.
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

/// The required keys: whether each is there, and if so, whether it is a mapping.
struct Keys {
    name: Option<bool>,
    description: Option<bool>,
    input: Option<bool>,
    output: Option<bool>,
}

impl Keys {
    /// A mapping is what begins with a brace, or has a key on the next, deeper line.
    fn by_lines(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
        let find = |key: &str| {
            lines.iter().enumerate().find_map(|(i, line)| {
                let value = line.strip_prefix(key)?.trim_start().strip_prefix(':')?.trim();
                let nested = || {
                    lines.get(i + 1).is_some_and(|next| {
                        next.starts_with([' ', '\t'])
                            && !next.trim_start().starts_with('-')
                            && next.contains(':')
                    })
                };
                Some(value.starts_with('{') || (value.is_empty() || value.starts_with('#')) && nested())
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
