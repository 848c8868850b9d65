//! Applies a diff to the text of a file. Line endings of the file stay. New lines get the line ending of the file.

use std::collections::{BTreeMap, HashSet};

use agmark_syntax::{Ending, without_ending, work};

use super::find::find;
use super::hunk::{Hunk, HunkLine, HunkPosition, Sign};
use super::lines::FileLines;
use super::model::{Action, FileDiff};
use super::problem::{Refusal, RefusalKind};

/// The text of a file after the diff; `None` if it is deleted. `text` is `None` if the file does not exist.
///
/// # Errors
/// One refusal, which names the first hunk that does not apply.
pub fn apply(file: &FileDiff, text: Option<&str>) -> Result<Option<String>, Refusal> {
    let refuse = |kind| Refusal { path: file.path.clone(), hunk: None, span: file.span, kind };
    match (&file.action, text) {
        (Action::Add(_), Some(_)) => Err(refuse(RefusalKind::Exists)),
        (Action::Add(lines), None) => Ok(Some(added(lines))),
        (Action::Delete(_), None) => Err(refuse(RefusalKind::NoFile)),
        (Action::Delete(hunks), Some(text)) => {
            // A byte order mark alone is not content.
            let (_, text) = split_mark(hunks, text);
            if !hunks.is_empty() && !hunked(file, hunks, text)?.is_empty() {
                return Err(refuse(RefusalKind::NotAll));
            }
            Ok(None)
        }
        (Action::Update { hunks, .. }, Some(text)) => {
            let (mark, text) = split_mark(hunks, text);
            Ok(Some(format!("{mark}{}", hunked(file, hunks, text)?)))
        }
        (Action::Update { hunks, .. }, None) => match hunks.split_first() {
            // A block without lines to search for creates the file. Blocks after it change the new file.
            Some((first, rest))
                if first.old().next().is_none()
                    && file.moved_to().is_none()
                    && rest.iter().all(|hunk| hunk.place == HunkPosition::Anywhere) =>
            {
                hunked(file, rest, &added(&first.lines)).map(Some)
            }
            _ => Err(refuse(RefusalKind::NoFile)),
        },
    }
}

/// The byte order mark of a file.
const MARK: &str = "\u{feff}";

/// The byte order mark at the start of a text, and the rest. The mark stays and is not part of line 1, because diffs
/// are usually written without it. If a hunk contains the mark, the text is used unchanged.
fn split_mark<'t>(hunks: &[Hunk], text: &'t str) -> (&'static str, &'t str) {
    let written = || hunks.iter().flat_map(|hunk| &hunk.lines).any(|line| line.text.starts_with(MARK));
    match text.strip_prefix(MARK) {
        Some(rest) if !written() => (MARK, rest),
        _ => ("", text),
    }
}

fn added(lines: &[HunkLine]) -> String {
    let mut text = String::new();
    for line in lines {
        text.push_str(&line.text);
        if !line.unended {
            text.push('\n');
        }
    }
    text
}

/// A line of a file with its line ending.
#[derive(Clone, Copy)]
struct FileLine<'a> {
    text: &'a str,
    ending: &'a str,
}

/// The text after hunks. Hunks with a position are applied in order. Other hunks are searched one after another, each
/// in the result of the one before. Hunks that do not depend on each other are applied together.
fn hunked(file: &FileDiff, hunks: &[Hunk], text: &str) -> Result<String, Refusal> {
    let ending = Ending::of(text);
    if hunks.iter().any(|hunk| hunk.place != HunkPosition::Anywhere) {
        let lines = split(text);
        let words = FileLines::new(lines.iter().map(|line| line.text).collect());
        return Ok(written(&lines, &in_order(file, hunks, &words)?, ending));
    }
    let (mut text, mut rest) = (text.to_owned(), hunks);
    while !rest.is_empty() {
        let lines = split(&text);
        let words = FileLines::new(lines.iter().map(|line| line.text).collect());
        let mut places = apart(rest, &words);
        if places.is_empty() {
            places = in_order(file, rest.get(..1).unwrap_or(rest), &words)?;
        }
        rest = rest.get(places.len()..).unwrap_or_default();
        text = written(&lines, &places, ending);
    }
    Ok(text)
}

/// The line at which each hunk starts.
fn in_order<'h>(
    file: &FileDiff,
    hunks: &'h [Hunk],
    lines: &FileLines<'_>,
) -> Result<Vec<(usize, &'h Hunk)>, Refusal> {
    let (mut done, mut shift) = (0usize, 0isize);
    let mut places = Vec::with_capacity(hunks.len());
    for hunk in hunks {
        let refuse =
            |kind| Refusal { path: file.path.clone(), hunk: Some(hunk.number), span: hunk.span, kind };
        let at = find(hunk, lines, done, shift).map_err(refuse)?;
        if let HunkPosition::Near(wanted) = hunk.place {
            shift = isize::try_from(at).unwrap_or(0) - isize::try_from(wanted).unwrap_or(0);
        }
        places.push((at, hunk));
        done = at + hunk.old().count();
    }
    Ok(places)
}

/// The positions of the first of `hunks`, as many as have the same position before and after the others are applied,
/// sorted by position. The hunks can be anywhere.
fn apart<'h>(hunks: &'h [Hunk], lines: &FileLines<'_>) -> Vec<(usize, &'h Hunk)> {
    let mut added: HashSet<&str> = HashSet::new();
    let mut taken: BTreeMap<usize, (usize, &Hunk)> = BTreeMap::new();
    let mut shrinks = false;
    for hunk in hunks {
        let old: Vec<&HunkLine> = hunk.old().collect();
        let is_added = |line: &str| added.contains(line);
        let place = lines.only(&old, is_added);
        // If each replaced part has a new line, no old lines become adjacent.
        let Some(at) = place.or_else(|| if shrinks { None } else { lines.once(&old, is_added) }) else {
            break;
        };
        let end = at + old.len();
        if taken.range(..end).next_back().is_some_and(|(_, (before, _))| *before > at) {
            break;
        }
        taken.insert(at, (end, hunk));
        let new = || hunk.lines.iter().filter(|line| line.sign == Sign::Add).map(|line| line.text.as_str());
        shrinks |= new().next().is_none();
        added.extend(new());
    }
    taken.into_iter().map(|(at, (_, hunk))| (at, hunk)).collect()
}

/// The lines with the hunks applied at their positions, in order. New lines get `ending`.
fn written(lines: &[FileLine<'_>], places: &[(usize, &Hunk)], ending: Ending) -> String {
    let mut out = Output { text: String::new(), ending: ending.as_str(), open: false };
    let mut done = 0usize;
    let mut ended = None;
    for (at, hunk) in places {
        lines.get(done..*at).unwrap_or(&[]).iter().for_each(|line| out.keep(line));
        done = *at;
        for line in &hunk.lines {
            match line.sign {
                Sign::Add => {
                    out.add(&line.text);
                    ended = if line.unended { Some(false) } else { ended.filter(|ended| *ended) };
                }
                Sign::Keep | Sign::Remove => {
                    if let (Sign::Keep, Some(own)) = (line.sign, lines.get(done)) {
                        out.keep(own);
                        ended = None;
                    } else if line.unended {
                        ended = Some(true);
                    }
                    done += 1;
                }
            }
        }
    }
    let at_end = done >= lines.len();
    lines.get(done..).unwrap_or(&[]).iter().for_each(|line| out.keep(line));
    if at_end {
        // The diff decides whether the last line has an ending; otherwise it stays.
        let was = lines.last().is_none_or(|l| !l.ending.is_empty());
        out.end(ended.unwrap_or(was));
    }
    out.text
}

struct Output<'a> {
    text: String,
    ending: &'a str,
    /// Whether the last line has no ending yet.
    open: bool,
}

impl Output<'_> {
    fn close(&mut self) {
        if std::mem::take(&mut self.open) {
            self.text.push_str(self.ending);
        }
    }

    fn keep(&mut self, line: &FileLine<'_>) {
        self.close();
        self.text.push_str(line.text);
        self.text.push_str(line.ending);
        self.open = line.ending.is_empty();
    }

    fn add(&mut self, text: &str) {
        self.close();
        self.text.push_str(text);
        self.open = true;
    }

    /// Ends the text with a line ending, or without one.
    fn end(&mut self, ended: bool) {
        if ended {
            self.close();
        } else if !self.open {
            self.text.truncate(without_ending(&self.text).len());
        }
    }
}

fn split(text: &str) -> Vec<FileLine<'_>> {
    work::add(text.len());
    text.split_inclusive('\n')
        .map(|line| {
            let bare = if line.ends_with('\n') { without_ending(line) } else { line };
            FileLine { text: bare, ending: line.get(bare.len()..).unwrap_or("") }
        })
        .collect()
}
