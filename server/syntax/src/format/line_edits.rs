//! The edits between two texts, by lines.

use std::time::Duration;

use crate::text::line_diff::{DiffTag, steps};
use crate::{Edit, Span};

/// The edits from `old` to `new`, by lines, without the common text at both ends.
pub fn line_edits(old: &str, new: &str) -> Vec<Edit> {
    let old_lines: Vec<&str> = old.split_inclusive('\n').collect();
    let new_lines: Vec<&str> = new.split_inclusive('\n').collect();
    let steps = steps(&old_lines, &new_lines, Some(Duration::from_millis(200)));
    let starts = |lines: &[&str]| {
        let ends = lines.iter().scan(0, |at, line| {
            *at += line.len();
            Some(*at)
        });
        std::iter::once(0).chain(ends).collect::<Vec<usize>>()
    };
    let (old_at, new_at) = (starts(&old_lines), starts(&new_lines));
    let mut out = Vec::new();
    for step in steps.iter().filter(|step| step.tag() != DiffTag::Equal) {
        let (a, b) = (step.old_range(), step.new_range());
        let (from, to) = (old_at[a.start], old_at[a.end]);
        out.push(trimmed(&old[from..to], &new[new_at[b.start]..new_at[b.end]], from));
    }
    out
}

fn trimmed(old: &str, new: &str, at: usize) -> Edit {
    let mut same =
        old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum::<usize>();
    if old[..same].ends_with('\r') && (old[same..].starts_with('\n') || new[same..].starts_with('\n')) {
        same -= 1;
    }
    let (old_rest, new_rest) = (&old[same..], &new[same..]);
    let back = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b);
    let mut back = back.map(|(c, _)| c.len_utf8()).sum::<usize>();
    // No edit starts or ends inside CRLF, because the protocol cannot express such a position.
    let feeds = |text: &str, back: usize| text[text.len() - back..].starts_with('\n');
    let returns = |text: &str, back: usize| text[..text.len() - back].ends_with('\r');
    if feeds(old_rest, back) && (returns(old_rest, back) || returns(new_rest, back)) {
        back -= 1;
    }
    Edit {
        span: Span::new(at + same, at + old.len() - back),
        text: new_rest[..new_rest.len() - back].to_owned(),
    }
}
