//! Checks that all lists of a Lisp file are closed: lines that are added after an open list would be part of it.

use std::iter::Peekable;
use std::str::Chars;

use anyhow::bail;

/// Looks at parentheses and strings only.
///
/// # Errors
/// Where a list or a string is not closed, or closed without having been opened.
pub fn check(text: &str) -> anyhow::Result<()> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let (mut line, mut before) = (1, '\n');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '\n' => line += 1,
            ';' => {
                characters.by_ref().take_while(|character| *character != '\n').for_each(drop);
                line += 1;
            }
            '"' => {
                let start = line;
                if !string(&mut characters, &mut line) {
                    bail!("line {start}: the string is not closed; fix this first");
                }
            }
            // A character, `?(`; within a name a question mark is nothing special.
            '?' if before.is_whitespace() || matches!(before, '(' | '[' | '\'' | '`' | ',') => {
                skip_character(&mut characters);
            }
            '\\' => drop(characters.next()),
            '(' | '[' => open.push((character, line)),
            ')' | ']' => {
                let wanted = if character == ')' { '(' } else { '[' };
                match open.pop() {
                    Some((opened, _)) if opened == wanted => {}
                    Some((opened, at)) => {
                        bail!(
                            "line {line}: `{character}` does not close the `{opened}` of line {at}; fix this first"
                        )
                    }
                    None => bail!("line {line}: `{character}` closes nothing; fix this first"),
                }
            }
            _ => {}
        }
        before = character;
    }
    match open.first() {
        Some((opened, at)) => bail!("line {at}: `{opened}` is not closed; fix this first"),
        None => Ok(()),
    }
}

/// Reads what follows a question mark: a character, perhaps with keys held down, `?\\C-(`.
fn skip_character(characters: &mut Peekable<Chars<'_>>) {
    while characters.next() == Some('\\') {
        let modifier = characters.next();
        if !(modifier.is_some_and(|key| "ACHMSs".contains(key)) && characters.next_if_eq(&'-').is_some()) {
            return;
        }
    }
}

/// Reads a string to its end; whether it has one.
fn string(characters: &mut Peekable<Chars<'_>>, line: &mut usize) -> bool {
    while let Some(character) = characters.next() {
        match character {
            '"' => return true,
            '\\' => {
                *line += usize::from(characters.next() == Some('\n'));
            }
            '\n' => *line += 1,
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_emacs_reads_is_fine() {
        for text in [
            "",
            "; only (a comment",
            "(setq a '(1 . 2)) ; (\n(message \"(\\\" [\")\n",
            "(list ?( ?\\) ?\\C-( ?\\M-\\C-\\) ?\\\" ?\\; ?a '?\\( \"x\")",
            "(if (null? x) [a b] `(,@y))\n(use-package foo :bind ((\"C-;\" . foo)))",
            "(setq ok\\( 1)",
        ] {
            check(text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        }
    }

    #[test]
    fn what_it_cannot_read_is_said_with_its_line() {
        let fails = |text: &str, wanted: &str| {
            let error = check(text).expect_err("not closed").to_string();
            assert!(error.starts_with(wanted), "{error}");
        };
        fails("(a)\n\n(b\n(c)\n", "line 3: `(` is not closed");
        fails(";; x\n(a))\n", "line 2: `)` closes nothing");
        fails("(a\n [b)\n", "line 2: `)` does not close the `[` of line 2");
        fails("(a)\n(b \"c)\n(d)\n", "line 2: the string is not closed");
    }
}
