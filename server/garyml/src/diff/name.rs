//! File names in diffs.

/// The reason that a quoted name cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NameError {
    #[error("quoted file name without a closing quote")]
    Unclosed,
    #[error("invalid escape in a quoted file name: write a backslash as `\\\\`")]
    Escape,
    #[error("quoted file name that is not UTF-8: rename the file")]
    NotUtf8,
}

/// A name that a person or an agent writes. Some tools write `\` between folders, which is read as `/`.
pub(super) fn plain(name: &str) -> String {
    name.trim().replace('\\', "/")
}

/// A name as git writes it at the start of a text, and the rest of the text. In double quotes, `\` begins an escape:
/// `\"`, `\\`, a letter such as `\t`, or three octal digits for a byte. `end` returns the end of a name without quotes.
///
/// # Errors
/// If git would not write the quoted name like this.
pub(super) fn git(text: &str, end: impl FnOnce(&str) -> usize) -> Result<(String, &str), NameError> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = end(text).min(text.len());
        let (name, rest) = text.split_at_checked(end).unwrap_or((text, ""));
        return Ok((plain(name), rest));
    };
    let mut name = Vec::with_capacity(quoted.len());
    let mut bytes = quoted.bytes().enumerate();
    while let Some((at, byte)) = bytes.next() {
        match byte {
            b'"' => {
                let name = String::from_utf8(name).map_err(|_| NameError::NotUtf8)?;
                return Ok((name, quoted.get(at + 1..).unwrap_or("")));
            }
            b'\\' => {
                let (_, letter) = bytes.next().ok_or(NameError::Unclosed)?;
                let mut digit = || bytes.next().and_then(|(_, b)| octal(b)).ok_or(NameError::Escape);
                name.push(match (letter_escape(letter), octal(letter)) {
                    (Some(byte), _) => byte,
                    (None, Some(first)) => {
                        let value = first * 64 + digit()? * 8 + digit()?;
                        u8::try_from(value).map_err(|_| NameError::Escape)?
                    }
                    (None, None) => return Err(NameError::Escape),
                });
            }
            byte => name.push(byte),
        }
    }
    Err(NameError::Unclosed)
}

fn octal(byte: u8) -> Option<u16> {
    matches!(byte, b'0'..=b'7').then(|| u16::from(byte - b'0'))
}

/// The byte that a backslash and this letter stand for.
fn letter_escape(letter: u8) -> Option<u8> {
    Some(match letter {
        b'"' | b'\\' => letter,
        b'a' => 7,
        b'b' => 8,
        b't' => b'\t',
        b'n' => b'\n',
        b'v' => 11,
        b'f' => 12,
        b'r' => b'\r',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole(text: &str) -> Result<(String, &str), NameError> {
        git(text, str::len)
    }

    #[test]
    fn names_are_read_as_git_writes_them() {
        for (text, name, rest) in [
            ("b/x.txt", "b/x.txt", ""),
            (r#""b/\303\251.txt""#, "b/é.txt", ""),
            (r#""a/\303\274 b.txt" "b/c""#, "a/ü b.txt", r#" "b/c""#),
            (r#""a/\t\n\"\\.txt"\t2024"#, "a/\t\n\"\\.txt", r"\t2024"),
            (r#""a/\360\237\230\200""#, "a/😀", ""),
            (r#""""#, "", ""),
            (r"a\b\c.go", "a/b/c.go", ""),
        ] {
            assert_eq!(whole(text), Ok((name.to_owned(), rest)), "{text}");
        }
    }

    #[test]
    fn names_that_git_does_not_write_are_invalid() {
        for (text, error) in [
            (r#""a"#, NameError::Unclosed),
            (r#""a\"#, NameError::Unclosed),
            (r#""a\""#, NameError::Unclosed),
            (r#""\q""#, NameError::Escape),
            (r#""\30""#, NameError::Escape),
            (r#""\777""#, NameError::Escape),
            (r#""\303.txt""#, NameError::NotUtf8),
        ] {
            assert_eq!(whole(text), Err(error), "{text}");
        }
    }
}
