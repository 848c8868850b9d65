//! Signatures of functions.

use agmark_syntax::{Document, Parameter, Signature};

use super::cursor::{self, Cursor};
use crate::vocabulary::{Function, find_function};

/// The signature of the function whose argument is at `offset`.
pub(crate) fn signature(document: &Document, offset: usize) -> Option<Signature> {
    let Some(Cursor::Action { inside, .. }) = cursor::at(document, offset) else { return None };
    let text = document.text().span(inside);
    let (function, given) = call(&text)?;
    let labels = parameters(function);
    let last = labels.len().checked_sub(1)?;
    let active = given.min(last);
    let repeats = labels.get(last).is_some_and(|l| l == "…");
    let active = if repeats && given >= last { last } else { active };
    Some(Signature {
        label: function.usage.to_owned(),
        documentation: function.docs.to_owned(),
        parameters: labels
            .into_iter()
            .map(|label| Parameter { label, documentation: String::new() })
            .collect(),
        active: Some(active),
    })
}

/// The arguments in a usage.
fn parameters(function: &Function) -> Vec<String> {
    let usage = function.usage.split(',').next().unwrap_or_default();
    let after = usage.split_once(function.name).map_or(usage, |(_, after)| after);
    after.split_whitespace().map(|word| word.trim_matches(['[', ']']).to_owned()).collect()
}

/// The innermost call that is open at the end of an action's text, and how many arguments it has so far.
fn call(text: &str) -> Option<(&'static Function, usize)> {
    /// The words of a call. The last one is open if no blank follows it.
    #[derive(Default)]
    struct Frame {
        words: Vec<String>,
        open: bool,
    }
    let mut stack = vec![Frame::default()];
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        let frame = stack.last_mut()?;
        match c {
            '(' => {
                frame.words.push(String::new());
                frame.open = true;
                stack.push(Frame::default());
            }
            ')' => {
                if stack.len() > 1 {
                    stack.pop();
                }
            }
            '|' => *frame = Frame::default(),
            '"' | '`' | '\'' => {
                frame.words.push("\"".to_owned());
                frame.open = true;
                let mut escaped = false;
                for inner in chars.by_ref() {
                    if inner == c && !escaped {
                        break;
                    }
                    escaped = inner == '\\' && !escaped && c != '`';
                }
            }
            c if c.is_whitespace() => frame.open = false,
            c => {
                if !frame.open {
                    frame.words.push(String::new());
                    frame.open = true;
                }
                if let Some(word) = frame.words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    stack.iter().rev().find_map(|frame| {
        // Keywords and variables can be before the call.
        let at = frame.words.iter().position(|word| find_function(word).is_some())?;
        let before = frame.words.get(..at)?;
        let leads = |w: &String| {
            matches!(w.as_str(), "if" | "else" | "range" | "with" | "-" | ":=" | "=" | ",")
                || w.starts_with('$')
        };
        if !before.iter().all(leads) {
            return None;
        }
        let function = find_function(frame.words.get(at)?)?;
        let words = frame.words.len() - at - 1;
        // At the end of the function's name, there is no argument yet.
        if words == 0 && frame.open {
            return None;
        }
        Some((function, if frame.open { words - 1 } else { words }))
    })
}

#[cfg(test)]
mod tests {
    use super::call;

    #[test]
    fn calls() {
        let at = |text: &str| call(text).map(|(f, n)| format!("{} {n}", f.name)).unwrap_or_default();
        assert_eq!(at(" join "), "join 0");
        assert_eq!(at(" join .a "), "join 1");
        assert_eq!(at(" join .a \", "), "join 1");
        assert_eq!(at(" if eq (len .x"), "len 0");
        assert_eq!(at(" if eq (len .x) "), "eq 1");
        assert_eq!(at(" .x | printf \"%d\" "), "printf 1");
        assert_eq!(at(" join"), "");
        assert_eq!(at(" .x "), "");
    }
}
