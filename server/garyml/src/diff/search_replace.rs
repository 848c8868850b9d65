//! Search and replace: `<<<<<<< SEARCH`, the old lines, `=======`, the new lines, `>>>>>>> REPLACE`. The line before
//! may name the file, or the line above the fence that the block is in.

use std::collections::HashMap;

use agmark_syntax::{Edit, Fix, Span};

use super::hunk::{Hunk, HunkLine, HunkPosition, Sign};
use super::model::{Action, Diff, DiffFormat, FileDiff};
use super::name;
use super::problem::{Problem, ProblemKind};
use crate::syntax::content::ContentLine;

/// The number of angle brackets or equals signs of a marker.
const WIDTH: std::ops::RangeInclusive<usize> = 5..=9;

/// A line of angle brackets and a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Marker {
    angle: char,
    word: Option<MarkerWord>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkerWord {
    Search,
    Replace,
}

pub(super) fn read(lines: &[ContentLine<'_>]) -> Diff {
    let mut diff = Diff::new(DiffFormat::SearchReplace);
    let mut at = 0;
    let mut path: Option<(String, Span)> = None;
    let mut any = false;
    let mut files = HashMap::new();
    while let Some(line) = lines.get(at) {
        at += 1;
        if Marker::of(line.text).is_some() {
            any = true;
            at = block(lines, at - 1, path.as_ref(), &mut files, &mut diff);
        } else if is_divider(line.text) {
            any = true;
            let message = "======= without a <<<<<<< SEARCH before it";
            diff.malformed(line.span(), message);
        } else if let Some(name) = file_name(line.text) {
            if block_follows(lines, at) {
                path = Some((name::plain(name), line.span()));
            } else {
                let message = "line outside of a block: a block starts with <<<<<<< SEARCH";
                diff.untidy(line.span(), message);
            }
        }
    }
    if !any && diff.problems.iter().all(|p| p.kind != ProblemKind::Malformed) {
        let span = lines.first().map_or(Span::default(), |l| l.span());
        let message = "no block: expected <<<<<<< SEARCH, then =======, then >>>>>>> REPLACE";
        diff.malformed(span, message);
    }
    diff
}

/// Reads the block whose first marker is the line at `start`; returns the line after it.
fn block(
    lines: &[ContentLine<'_>],
    start: usize,
    path: Option<&(String, Span)>,
    files: &mut FileIndexes,
    diff: &mut Diff,
) -> usize {
    let rest = || lines.iter().enumerate().skip(start + 1);
    let next_marker = rest().find(|(_, l)| Marker::of(l.text).is_some());
    let limit = next_marker.map_or(lines.len(), |(i, _)| i);
    let divider = rest().take_while(|(i, _)| *i < limit).find(|(_, l)| is_divider(l.text));
    let (Some(first), Some((end, last)), Some((middle, _))) = (lines.get(start), next_marker, divider) else {
        let Some(first) = lines.get(start) else { return start + 1 };
        let message = match (divider, next_marker) {
            (None, _) => "block without ======= between the old and the new lines",
            _ => "block without a closing >>>>>>> REPLACE",
        };
        diff.malformed(first.span(), message);
        // The next marker may start a new block.
        let ends = next_marker.filter(|(_, l)| !begins(l.text));
        return ends.map_or(limit.max(start + 1), |(i, _)| i + 1);
    };
    let (Some(opener), Some(closer)) = (Marker::of(first.text), Marker::of(last.text)) else {
        return end + 1;
    };
    let mut others = lines.iter().take(end).skip(middle + 1);
    if let Some(second) = others.find(|l| is_divider(l.text)) {
        let message = "second ======= in the block: expected one, between the old and the new lines. For a file with such \
                       lines, use format=unified";
        diff.malformed(second.span(), message);
        return end + 1;
    }
    let part = |range: std::ops::Range<usize>| lines.get(range).unwrap_or(&[]);
    let (upper, lower) = (part(start + 1..middle), part(middle + 1..end));
    let swapped = opener.word == Some(MarkerWord::Replace) && closer.word != Some(MarkerWord::Replace);
    reversed(first, last, opener, closer, swapped, (upper, lower), diff);
    let (old, new) = if swapped { (lower, upper) } else { (upper, lower) };
    let line = |sign| move |l: &ContentLine<'_>| HunkLine::new(sign, l.text, l.span());
    let hunk_lines: Vec<HunkLine> =
        old.iter().map(line(Sign::Remove)).chain(new.iter().map(line(Sign::Add))).collect();
    if hunk_lines.is_empty() {
        diff.untidy(first.span(), "block without lines");
        return end + 1;
    }
    add(diff, files, path, first.span(), hunk_lines);
    end + 1
}

/// The index of each file of a diff.
type FileIndexes = HashMap<Option<String>, usize>;

/// Blocks of the same file are its hunks. Blocks of other files may be between them.
fn add(
    diff: &mut Diff,
    files: &mut FileIndexes,
    path: Option<&(String, Span)>,
    span: Span,
    lines: Vec<HunkLine>,
) {
    let name = path.map(|(name, _)| name.clone());
    let at = *files.entry(name.clone()).or_insert(diff.files.len());
    if at == diff.files.len() {
        let action = Action::Update { to: None, hunks: Vec::new() };
        let span = path.map_or(span, |(_, span)| *span);
        diff.files.push(FileDiff::new(name, span, action));
    }
    if let Some(Action::Update { hunks, .. }) = diff.files.get_mut(at).map(|f| &mut f.action) {
        hunks.push(Hunk { number: hunks.len() + 1, span, place: HunkPosition::Anywhere, lines });
    }
}

/// Reports swapped markers.
fn reversed(
    first: &ContentLine<'_>,
    last: &ContentLine<'_>,
    opener: Marker,
    closer: Marker,
    swapped: bool,
    (upper, lower): (&[ContentLine<'_>], &[ContentLine<'_>]),
    diff: &mut Diff,
) {
    const OPENER: &str = "<<<<<<< SEARCH";
    const CLOSER: &str = ">>>>>>> REPLACE";
    if opener == (Marker { angle: '<', word: Some(MarkerWord::Search) })
        && closer == (Marker { angle: '>', word: Some(MarkerWord::Replace) })
    {
        return;
    }
    let mut edits = Vec::new();
    let mut set = |line: &ContentLine<'_>, text: &str| {
        let span = Span::new(line.at, line.at + line.text.trim_end().len());
        if line.text.trim_end() != text {
            edits.push(Edit::replace(span, text));
        }
    };
    set(first, OPENER);
    set(last, CLOSER);
    let mut whole = true;
    if swapped {
        // The parts are exchanged with the words. Lines keep the indent of the block that they are in.
        let exchanged = exchange(upper, lower);
        whole = exchanged.is_some();
        edits.extend(exchanged.into_iter().flatten());
    }
    let wrong = opener.angle == '>' || closer.angle == '<' || swapped;
    let (kind, message) = if swapped {
        (ProblemKind::Reversed, "swapped markers: SEARCH comes first, then REPLACE")
    } else if wrong {
        (ProblemKind::Reversed, "swapped markers: expected <<<<<<< SEARCH, then >>>>>>> REPLACE")
    } else {
        (ProblemKind::Untidy, "invalid markers: expected <<<<<<< SEARCH and >>>>>>> REPLACE")
    };
    let problem = Problem { kind, span: first.span(), message: message.to_owned(), fix: None };
    // Either the angle brackets or the words are wrong, and a person decides which. Without exchanging the parts, other
    // words would reverse the block.
    let fixable = whole && !edits.is_empty();
    diff.problems.push(if fixable { problem.with(Fix::offered("fix the markers", edits)) } else { problem });
}

/// The edits that exchange two parts. `None` if a part is empty, because it has no position, or if a comment is between
/// its lines, because the edits would delete it.
fn exchange(upper: &[ContentLine<'_>], lower: &[ContentLine<'_>]) -> Option<Vec<Edit>> {
    let (a, b) = (whole(upper)?, whole(lower)?);
    let text = |part: &[ContentLine<'_>]| {
        let indent = part.iter().map(|line| line.margin).max().unwrap_or(0);
        let line = |(i, l): (usize, &ContentLine<'_>)| {
            let lead = if i == 0 || l.text.is_empty() { 0 } else { indent };
            format!("{}{}", " ".repeat(lead), l.text)
        };
        part.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    };
    Some(vec![Edit::replace(a, text(lower)), Edit::replace(b, text(upper))])
}

/// From the first line of a part to its last, if they are adjacent.
fn whole(part: &[ContentLine<'_>]) -> Option<Span> {
    let follows = |one: &ContentLine<'_>, two: &ContentLine<'_>| {
        two.at.checked_sub(two.margin) == Some(one.span().end as usize + 1)
    };
    let together = part.windows(2).all(|two| matches!(two, [one, two] if follows(one, two)));
    together.then_some(())?;
    Some(Span::new(part.first()?.at, part.last()?.span().end as usize))
}

impl Marker {
    pub(super) fn of(line: &str) -> Option<Self> {
        let line = line.trim_end();
        let angle = line.chars().next().filter(|c| matches!(c, '<' | '>'))?;
        let rest = line.trim_start_matches(angle);
        if !WIDTH.contains(&(line.len() - rest.len())) || !(rest.is_empty() || rest.starts_with(' ')) {
            return None;
        }
        let word = match rest.trim().to_ascii_uppercase().as_str() {
            "SEARCH" | "ORIGINAL" | "HEAD" | "OLD" => Some(MarkerWord::Search),
            "REPLACE" | "UPDATED" | "NEW" => Some(MarkerWord::Replace),
            "" => None,
            // Other words are lines of a file.
            _ => return None,
        };
        Some(Self { angle, word })
    }

    pub(super) fn names_a_part(self) -> bool {
        self.word.is_some()
    }
}

fn begins(line: &str) -> bool {
    Marker::of(line).is_some_and(|m| m == Marker { angle: '<', word: Some(MarkerWord::Search) })
}

fn is_divider(line: &str) -> bool {
    let line = line.trim_end();
    WIDTH.contains(&line.len()) && line.bytes().all(|b| b == b'=')
}

/// Whether a block starts at a line, or directly after a fence there.
fn block_follows(lines: &[ContentLine<'_>], at: usize) -> bool {
    let marker = |at: usize| lines.get(at).is_some_and(|line| Marker::of(line.text).is_some());
    let fence = lines.get(at).is_some_and(|line| is_fence(line.text));
    marker(at) || (fence && marker(at + 1))
}

fn is_fence(line: &str) -> bool {
    line.trim_start().starts_with("```")
}

/// The path on a line: alone, in backticks, or with a colon.
fn file_name(line: &str) -> Option<&str> {
    let name = line.trim().trim_end_matches(':').trim_matches(['`', '*', '"']).trim();
    (!name.is_empty() && !is_fence(line)).then_some(name)
}
