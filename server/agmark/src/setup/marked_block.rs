//! A block that setup adds to a user's file, between two marks.

use std::ops::Range;

use anyhow::bail;

use super::action::Action;

/// The part of the first mark if setup created the file for the block.
const FILE_CREATED: &str = ", as is the file";

/// The text of the file with the block, or without it; none if the file should not exist. Everything around the block
/// is kept, so that removing the block restores the original file byte for byte.
///
/// # Errors
/// If one of the marks is missing, because the end of the block is unknown.
pub fn put(text: Option<&str>, comment: &str, body: &str, action: Action) -> anyhow::Result<Option<String>> {
    let Some(text) = text else {
        return Ok((action == Action::SetUp).then(|| lines(comment, body, true, "\n")));
    };
    let newline = newline(text);
    Ok(match (find(text, comment)?, action) {
        (Some(old), Action::SetUp) => {
            let made = old.made(text, newline);
            let block = lines(comment, body, made, newline);
            Some(format!("{}{block}{}", &text[..old.place.start], &text[old.place.end..]))
        }
        (Some(old), Action::Remove) if old.made(text, newline) => None,
        (Some(old), Action::Remove) => Some(without(text, old.place, newline)),
        (None, Action::Remove) => Some(text.to_owned()),
        (None, Action::SetUp) => {
            // An empty line before it, or the end of a last line that has none: `without` tells them apart.
            let gap = if text.is_empty() { "" } else { newline };
            Some(format!("{text}{gap}{}", lines(comment, body, false, newline)))
        }
    })
}

/// The line ending of a text.
pub fn newline(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// The range of the block, including its marks.
///
/// # Errors
/// When one of the marks is missing.
pub fn place(text: &str, comment: &str) -> anyhow::Result<Option<Range<usize>>> {
    Ok(find(text, comment)?.map(|found| found.place))
}

/// The block between its marks.
fn lines(comment: &str, body: &str, made: bool, newline: &str) -> String {
    let made = if made { FILE_CREATED } else { "" };
    let block =
        format!("{comment} agmark: begin (written by `agmark setup`{made})\n{body}{comment} agmark: end\n");
    if newline == "\n" { block } else { block.replace('\n', newline) }
}

/// The text without a block, and without the gap that came with it.
fn without(text: &str, block: Range<usize>, newline: &str) -> String {
    let (before, after) = (&text[..block.start], &text[block.end..]);
    let shorter = before.strip_suffix(newline);
    let before = match shorter {
        Some(shorter) if shorter.ends_with('\n') || shorter.is_empty() || after.is_empty() => shorter,
        _ => before,
    };
    format!("{before}{after}")
}

struct Found {
    place: Range<usize>,
    /// Whether setup created the file for it.
    made: bool,
}

impl Found {
    /// Whether the file still contains only the block.
    fn made(&self, text: &str, newline: &str) -> bool {
        self.made && without(text, self.place.clone(), newline).trim().is_empty()
    }
}

fn find(text: &str, comment: &str) -> anyhow::Result<Option<Found>> {
    let (begin, end) = (format!("{comment} agmark: begin"), format!("{comment} agmark: end"));
    let mut open: Option<(usize, usize, bool)> = None;
    let mut found = None;
    let mut at = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let number = number + 1;
        if line.starts_with(&begin) {
            if let Some((_, first, _)) = open {
                bail!(
                    "line {first}: `{end}` is missing: put it where the lines of setup end, or remove them"
                );
            }
            if found.is_some() {
                bail!("line {number}: a second `{begin}`: remove one of the two, to its `{end}`");
            }
            open = Some((at, number, line.contains(FILE_CREATED)));
        } else if line.starts_with(&end) {
            let Some((start, _, made)) = open.take() else {
                bail!(
                    "line {number}: `{begin}` is missing: put it where the lines of setup begin, or remove this line"
                );
            };
            found = Some(Found { place: start..at + line.len(), made });
        }
        at += line.len();
    }
    if let Some((_, first, _)) = open {
        bail!("line {first}: `{end}` is missing: put it where the lines of setup end, or remove them");
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(text: Option<&str>, body: &str) -> String {
        put(text, "#", body, Action::SetUp).expect("marks").expect("a file")
    }

    fn taken(text: &str) -> Option<String> {
        put(Some(text), "#", "", Action::Remove).expect("marks")
    }

    #[test]
    fn a_block_comes_changes_and_goes() {
        for text in ["", "\n", "a", "a\n", "a\n\n", "a\n\nb\n", "a\r\nb", "a\r\n", "\n\n\n", " "] {
            let with = set(Some(text), "one\n");
            assert!(with.starts_with(text), "{with:?}");
            assert_eq!(set(Some(&with), "one\n"), with, "{text:?}, a second time");
            let other = set(Some(&with), "two\n");
            assert!(other.contains("two") && !other.contains("one"), "{other:?}");
            assert_eq!(taken(&other).as_deref(), Some(text), "{other:?}");
        }
    }

    #[test]
    fn what_is_written_after_it_stays() {
        for text in ["a\n", "a"] {
            let with = set(Some(text), "one\n") + "b\n";
            assert_eq!(set(Some(&with), "one\n"), with);
            assert_eq!(taken(&with).as_deref(), Some("a\nb\n"), "{with:?}");
        }
    }

    #[test]
    fn a_file_that_was_made_for_it_goes_with_it() {
        let made = set(None, "one\n");
        assert_eq!(set(Some(&made), "one\n"), made);
        assert_eq!(taken(&made), None);
        let used = set(Some(&format!("{made}a\n")), "two\n");
        assert_eq!(taken(&used).as_deref(), Some("a\n"));
    }

    #[test]
    fn lines_end_as_they_do_in_the_file() {
        let with = set(Some("a\r\n"), "one\n");
        assert!(!with.replace("\r\n", "").contains('\n'), "{with:?}");
    }

    #[test]
    fn a_mark_that_is_missing_is_said() {
        let check = |text: &str, wanted: &str| {
            let error = put(Some(text), "#", "x\n", Action::SetUp).expect_err("a mark is missing");
            assert!(error.to_string().starts_with(wanted), "{error}");
        };
        check("a\n# agmark: begin (x)\nb\n", "line 2: `# agmark: end` is missing");
        check("a\n\n# agmark: end\n", "line 3: `# agmark: begin` is missing");
        check("# agmark: begin\n# agmark: begin\n# agmark: end\n", "line 1: `# agmark: end` is missing");
        check("# agmark: begin\n# agmark: end\n# agmark: begin\n# agmark: end\n", "line 3: a second");
    }
}
