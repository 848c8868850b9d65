//! A few lines of setup's own in a person's file, between two marks.

use super::Aim;

/// The file with the block as it should be, or without it. Whatever stands around it stays as it is.
pub fn put(text: &str, comment: &str, body: &str, aim: Aim) -> String {
    let (begin, end) = (
        format!("{comment} agmark: begin (written by `agmark setup`)\n"),
        format!("{comment} agmark: end\n"),
    );
    let block = format!("{begin}{body}{end}");
    let old = text.find(&begin).and_then(|start| {
        let length = text.get(start..)?.find(&end)? + end.len();
        Some(start..start + length)
    });
    match (old, aim) {
        (Some(old), Aim::SetUp) => format!("{}{block}{}", &text[..old.start], &text[old.end..]),
        (Some(old), Aim::Remove) => {
            // The empty line before it came with it.
            let before = text[..old.start].strip_suffix("\n\n").map(|before| format!("{before}\n"));
            format!("{}{}", before.unwrap_or_else(|| text[..old.start].to_owned()), &text[old.end..])
        }
        (None, Aim::Remove) => text.to_owned(),
        (None, Aim::SetUp) if text.is_empty() => block,
        (None, Aim::SetUp) => {
            let gap = if text.ends_with('\n') { "\n" } else { "\n\n" };
            format!("{text}{gap}{block}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_comes_changes_and_goes() {
        for text in ["", "a\n", "a\n\nb\n"] {
            let with = put(text, "#", "one\n", Aim::SetUp);
            assert_eq!(put(&with, "#", "one\n", Aim::SetUp), with);
            let other = put(&with, "#", "two\n", Aim::SetUp);
            assert!(other.contains("two\n") && !other.contains("one\n"));
            assert_eq!(put(&format!("{other}c\n"), "#", "", Aim::Remove), format!("{text}c\n"));
        }
    }
}
