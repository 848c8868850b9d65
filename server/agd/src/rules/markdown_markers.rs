//! Lines with markers of Markdown, as AGD.

use crate::lexical::{value, writer};

/// What lines outside a block mean in Markdown.
pub struct MarkdownLines {
    /// What the lines are in Markdown, for the message.
    pub found: &'static str,
    /// What AGD uses, for the message.
    pub expected: String,
    /// The title of the fix.
    pub title: &'static str,
    /// The lines as blocks.
    pub text: String,
}

/// The AGD for `lines`, if all of them have the same kind of Markdown marker. `under_list`: they continue the list
/// directly before them.
pub fn read(lines: &str, under_list: bool) -> Option<MarkdownLines> {
    heading(lines).or_else(|| list(lines, under_list)).or_else(|| code(lines))
}

/// `# Title`, alone.
fn heading(line: &str) -> Option<MarkdownLines> {
    let line = line.trim();
    let rest = line.trim_start_matches('#');
    let level = line.len() - rest.len();
    let title = rest.strip_prefix([' ', '\t'])?.trim();
    if !(1..=6).contains(&level) || line.contains('\n') || title.is_empty() {
        return None;
    }
    let tag = format!("@h{}", level.min(4));
    Some(MarkdownLines {
        found: "Markdown heading",
        expected: format!("AGD uses \"{tag} \""),
        title: "convert to a heading",
        text: format!("{tag} {title}"),
    })
}

/// `* item`, `+ item`, `1. item`, `2) item`.
fn list(lines: &str, under_list: bool) -> Option<MarkdownLines> {
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
        return Some(MarkdownLines {
            found: "Markdown item",
            expected: "AGD items start with \"- \", also in \"@ol\"".to_owned(),
            title: "convert to an item of the list",
            text: items.join("\n"),
        });
    }
    Some(MarkdownLines {
        found: "Markdown list",
        expected: format!("AGD uses \"{tag}\", followed by items that start with \"- \""),
        title: "convert to a list",
        text: format!("{tag}\n{}", items.join("\n")),
    })
}

/// The lines of a fence of backticks, if both of them are there.
fn code(lines: &str) -> Option<MarkdownLines> {
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
    Some(MarkdownLines {
        found: "Markdown code fence",
        expected: "AGD uses \"@code\", followed by a fence of \"~\"".to_owned(),
        title: "convert to a code block",
        text,
    })
}
