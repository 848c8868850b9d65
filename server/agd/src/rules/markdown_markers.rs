//! What lines with the marks of Markdown are called here.

use crate::lexical::{value, writer};

/// What was meant by lines that belong to no block.
pub struct Meant {
    /// What stands there, for the message.
    pub what: &'static str,
    /// What is written instead, for the message.
    pub instead: String,
    /// What the fix does.
    pub title: &'static str,
    /// The lines as blocks.
    pub text: String,
}

/// What `lines` were meant to be, if all of them have the same kind of mark. `under_list` says that a list comes directly
/// before, which they go on.
pub fn meant(lines: &str, under_list: bool) -> Option<Meant> {
    heading(lines).or_else(|| list(lines, under_list)).or_else(|| code(lines))
}

/// `# Title`, alone.
fn heading(line: &str) -> Option<Meant> {
    let line = line.trim();
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let title = rest.strip_prefix([' ', '\t'])?.trim();
    if !(1..=6).contains(&level) || line.contains('\n') || title.is_empty() {
        return None;
    }
    let tag = format!("@h{}", level.min(4));
    Some(Meant {
        what: "a heading of Markdown",
        instead: format!("here it is \"{tag} \""),
        title: "make it a heading",
        text: format!("{tag} {title}"),
    })
}

/// `* item`, `+ item`, `1. item`, `2) item`.
fn list(lines: &str, under_list: bool) -> Option<Meant> {
    let marker = |line: &str| -> Option<(bool, usize)> {
        let digits = line.bytes().take_while(u8::is_ascii_digit).count();
        let mark = line.as_bytes().get(digits)?;
        let numbered = match mark {
            b'*' | b'+' if digits == 0 => false,
            b'.' | b')' if (1..=9).contains(&digits) => true,
            _ => return None,
        };
        let after = digits + 1;
        let spaced = matches!(line.as_bytes().get(after), None | Some(b' ' | b'\t'));
        spaced.then_some((numbered, after))
    };
    let mut items = Vec::new();
    let mut numbered = None;
    for line in lines.lines() {
        let line = line.trim();
        let (is_numbered, after) = marker(line)?;
        if *numbered.get_or_insert(is_numbered) != is_numbered {
            return None;
        }
        items.push(format!("- {}", line[after..].trim()).trim_end().to_owned());
    }
    let tag = if numbered? { "@ol" } else { "@ul" };
    if under_list {
        return Some(Meant {
            what: "an item of Markdown",
            instead: "here every item starts with \"- \", also in \"@ol\"".to_owned(),
            title: "make it an item of the list",
            text: items.join("\n"),
        });
    }
    Some(Meant {
        what: "a list of Markdown",
        instead: format!("here it is \"{tag}\", and under it items that start with \"- \""),
        title: "make it a list",
        text: format!("{tag}\n{}", items.join("\n")),
    })
}

/// The lines of a fence of backticks, if both of them are there.
fn code(lines: &str) -> Option<Meant> {
    let first = lines.lines().next()?.trim_end();
    let language = first.trim_start_matches('`');
    let ticks = first.len() - language.len();
    let mut body: Vec<&str> = lines.lines().skip(1).collect();
    let closed = body.pop().is_some_and(|last| last.trim_end() == &first[..ticks]);
    if ticks < 3 || !closed {
        return None;
    }
    let mut text = "@code".to_owned();
    let language = language.split_whitespace().next().unwrap_or("");
    if !language.is_empty() {
        writer::attribute("lang", &value::string(language.into()), &mut text);
    }
    writer::fence(&body.join("\n"), &mut text);
    Some(Meant {
        what: "a fence of Markdown",
        instead: "here it is \"@code\", and under it a fence of \"~\"".to_owned(),
        title: "make it a block of code",
        text,
    })
}
