//! Decides from the first lines of a text whether it has the format of its file name.
//!
//! Other programs use the same file name endings. A text has another format if it is binary, or if its first clear
//! line is of another language and more than half of the clear lines are.

/// The length of the start of a text that is read, in bytes.
pub const HEAD: usize = 2048;

/// The number of lines that are read, without blank lines.
const LINES: usize = 32;

/// A last line without line ending that is shorter than this, in bytes, is ignored. A person may be typing it.
const TYPED: usize = 120;

/// What a line shows about the format of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The text is of the format.
    Own,
    /// It is of another language.
    Foreign,
    /// Unknown: the line may be unfinished or invalid.
    Unclear,
}

/// Whether a file is binary, from its start.
pub fn is_binary(head: &str) -> bool {
    head.contains('\0')
}

/// Whether a text is of another language, by its first lines. `read` gets the lines that are not blank, without their
/// line endings.
pub fn is_foreign(head: &str, read: impl Fn(&str) -> Sign) -> bool {
    let head = head.strip_prefix('\u{feff}').unwrap_or(head);
    let whole = |line: &&str| line.ends_with(['\n', '\r']) || line.len() >= TYPED;
    let lines =
        head.split_inclusive(['\n', '\r']).filter(whole).map(|line| line.trim_end_matches(['\n', '\r']));
    let lines = lines.filter(|line| !line.trim().is_empty()).take(LINES);
    let mut telling = lines.map(read).filter(|sign| *sign != Sign::Unclear).peekable();
    if telling.peek() != Some(&Sign::Foreign) {
        return false;
    }
    let (own, foreign): (Vec<_>, Vec<_>) = telling.partition(|sign| *sign == Sign::Own);
    foreign.len() > own.len()
}

/// Whether a line looks like markup, source code or JSON. Only for lines that the format itself cannot read.
pub fn is_code(line: &str) -> bool {
    const STARTS: &[&str] = &["//", "/*", "*/", "#!", "#include", "%PDF-", "%!PS", "{", "(", ";;", "--[["];
    let line = line.trim();
    let is_bracket = |byte: &u8| b"{}[]();,".contains(byte);
    STARTS.iter().any(|start| line.starts_with(start))
        || is_markup(line)
        || is_member(line)
        || line.ends_with([';', '{'])
        || (!line.is_empty() && line.as_bytes().iter().all(is_bracket))
}

/// `<name …`, `</name`, `<!…`, `<?…`
fn is_markup(line: &str) -> bool {
    let next = line.strip_prefix('<').and_then(|rest| rest.bytes().next());
    next.is_some_and(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?'))
}

/// `"key": …`
fn is_member(line: &str) -> bool {
    let rest = line.strip_prefix('"').and_then(|rest| rest.split_once('"'));
    rest.is_some_and(|(_, behind)| behind.trim_start().starts_with(':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sign(line: &str) -> Sign {
        match line {
            _ if line.starts_with('@') => Sign::Own,
            _ if is_code(line) => Sign::Foreign,
            _ => Sign::Unclear,
        }
    }

    #[test]
    fn the_first_telling_line_counts_and_then_the_number() {
        for (head, foreign) in [
            ("", false),
            ("\n \n", false),
            ("prose\nmore prose\n", false),
            ("<a>\n", true),
            ("\u{feff}<a>\n", true),
            ("prose\r\n\r\n<a>\r\n", true),
            ("@p\n<a>\n<b>\n<c>\n", false),
            ("<a>\n@p\n", false),
            ("<a>\n@p\n<b>\n", true),
            ("<a>", false),
            ("\n<a>", false),
            ("\n<a>\n<b", true),
            (&format!("<{}", "a".repeat(TYPED)), true),
        ] {
            assert_eq!(is_foreign(head, sign), foreign, "{head:?}");
        }
    }

    #[test]
    fn lines_of_other_languages() {
        for line in [
            "<?xml version=\"1.0\"?>",
            "<!DOCTYPE html>",
            "</a>",
            "// a comment",
            "/* a comment",
            "#!/bin/sh",
            "  };",
            "{\"a\": 1,",
            "  \"a\": 1,",
            "(define (domain x)",
            "type Location;",
            "action move(Robot r) {",
        ] {
            assert!(is_code(line), "{line}");
        }
        for line in ["", "prose", "# Title", "< 3", "\"quoted\" words", "- item", "a: b", "* item", "> q"] {
            assert!(!is_code(line), "{line}");
        }
    }
}
