//! V4A patches: `*** Begin Patch`, `*** Update File: x`, hunks that start with `@@` and have no line numbers.

use agmark_syntax::{Edit, Fix, Span};

use super::hunk::{Hunk, HunkLine, HunkPosition, Sign};
use super::model::{Action, Diff, DiffFormat, FileDiff};
use super::name;
use super::problem::Problem;
use crate::syntax::content::ContentLine;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const END_OF_FILE: &str = "*** End of File";

pub(super) fn read(lines: &[ContentLine<'_>]) -> Diff {
    let mut reader = V4aReader { diff: Diff::new(DiffFormat::V4a), state: ReaderState::default() };
    for line in lines {
        reader.line(*line);
    }
    reader.end_hunk();
    reader.frame(lines);
    reader.diff
}

struct V4aReader {
    diff: Diff,
    state: ReaderState,
}

#[derive(Default)]
struct ReaderState {
    begun: bool,
    ended: bool,
    anchors: Vec<String>,
    /// The hunk that is being read, by its first line.
    hunk: Option<Span>,
    lines: Vec<HunkLine>,
    at_end: bool,
}

/// A line with a marker.
enum Marker<'a> {
    Begin,
    End,
    Add(&'a str),
    Update(&'a str),
    Delete(&'a str),
    Move(&'a str),
    EndOfFile,
    Unknown,
}

impl V4aReader {
    fn line(&mut self, line: ContentLine<'_>) {
        let text = line.text;
        if self.state.ended {
            if !text.trim().is_empty() {
                let message = format!("unexpected text after {END}");
                self.diff.untidy(line.span(), message);
            }
            return;
        }
        if let Some(mark) = mark(text) {
            return self.mark(mark, line);
        }
        if let Some(anchor) = text.strip_prefix("@@") {
            return self.anchor(anchor, line);
        }
        match self.diff.files.last_mut().map(|f| &mut f.action) {
            None | Some(Action::Delete(_)) => {
                if !text.trim().is_empty() {
                    let message = "line outside of a file: a file starts with *** Add File:, *** Update File: or \
                                   *** Delete File:";
                    self.diff.malformed(line.span(), message);
                }
            }
            Some(Action::Add(lines)) => match text.strip_prefix('+') {
                Some(added) => lines.push(HunkLine::new(Sign::Add, added, line.span())),
                None if text.trim().is_empty() => {}
                None => {
                    let problem =
                        Problem::untidy(line.span(), "missing + at the start of a line of a new file");
                    let edit = Edit::insert(line.at, "+");
                    self.diff.problems.push(problem.with(Fix::automatic("insert +", vec![edit])));
                    lines.push(HunkLine::new(Sign::Add, text, line.span()));
                }
            },
            Some(Action::Update { .. }) => self.body(line),
        }
    }

    fn mark(&mut self, mark: Marker<'_>, line: ContentLine<'_>) {
        let open = |path: &str, action: Action| {
            FileDiff::new((!path.is_empty()).then(|| name::plain(path)), line.span(), action)
        };
        if !matches!(mark, Marker::EndOfFile) {
            self.end_hunk();
        }
        let file = match mark {
            Marker::Begin => {
                self.state.begun = true;
                return;
            }
            Marker::End => {
                self.state.ended = true;
                return;
            }
            Marker::Add(path) => open(path, Action::Add(Vec::new())),
            Marker::Delete(path) => open(path, Action::Delete(Vec::new())),
            Marker::Update(path) => open(path, Action::Update { to: None, hunks: Vec::new() }),
            Marker::Move(path) => {
                match self.diff.files.last_mut().map(|f| &mut f.action) {
                    Some(Action::Update { to, .. }) => *to = Some(name::plain(path)),
                    _ => {
                        let message = "misplaced *** Move to: it must follow *** Update File:";
                        self.diff.malformed(line.span(), message);
                    }
                }
                return;
            }
            Marker::EndOfFile => {
                self.state.at_end = true;
                self.end_hunk();
                return;
            }
            Marker::Unknown => {
                let message = format!(
                    "unknown marker \"{}\": expected *** Add File:, *** Update File:, *** Delete File:, \
                     *** Move to:, {END_OF_FILE} and {END}",
                    line.text.trim_end()
                );
                self.diff.malformed(line.span(), message);
                return;
            }
        };
        if file.path.is_none() {
            self.diff.malformed(line.span(), "missing path after the colon");
        }
        self.diff.files.push(file);
    }

    fn anchor(&mut self, anchor: &str, line: ContentLine<'_>) {
        if !matches!(self.diff.files.last().map(|f| &f.action), Some(Action::Update { .. })) {
            let message = "hunk outside of *** Update File:";
            self.diff.malformed(line.span(), message);
            return;
        }
        if self.state.hunk.is_some() && !self.state.lines.is_empty() {
            self.end_hunk();
        }
        self.state.hunk.get_or_insert(line.span());
        let anchor = anchor.trim_end().strip_suffix("@@").unwrap_or(anchor).trim();
        // A unified hunk header contains line numbers, not text. Only the lines of the hunk are used.
        let numbers = anchor.starts_with('-') && anchor.contains(" +");
        if !anchor.is_empty() && !numbers {
            self.state.anchors.push(anchor.to_owned());
        }
    }

    /// A line of an update: with a sign, or a line of the file without the blank before it.
    fn body(&mut self, line: ContentLine<'_>) {
        let text = line.text;
        if self.state.hunk.is_none() && text.trim().is_empty() {
            return;
        }
        self.state.hunk.get_or_insert(line.span());
        let mut chars = text.chars();
        let read = match chars.next() {
            Some('+') => HunkLine::new(Sign::Add, chars.as_str(), line.span()),
            Some('-') => HunkLine::new(Sign::Remove, chars.as_str(), line.span()),
            Some(' ') => HunkLine {
                whole: Some(text.to_owned()),
                ..HunkLine::new(Sign::Keep, chars.as_str(), line.span())
            },
            _ => HunkLine::new(Sign::Keep, text, line.span()),
        };
        self.state.lines.push(read);
    }

    fn end_hunk(&mut self) {
        let mut lines = std::mem::take(&mut self.state.lines);
        let anchors = std::mem::take(&mut self.state.anchors);
        let at_end = std::mem::take(&mut self.state.at_end);
        let Some(span) = self.state.hunk.take() else { return };
        // Blank lines before the next marker separate it and are not lines of the file.
        while lines.last().is_some_and(|l| l.sign == Sign::Keep && l.text.is_empty() && l.whole.is_none()) {
            lines.pop();
        }
        if lines.iter().all(|l| l.sign == Sign::Keep) {
            self.diff.untidy(span, "hunk without changes");
        }
        let Some(Action::Update { hunks, .. }) = self.diff.files.last_mut().map(|f| &mut f.action) else {
            return;
        };
        let place = if at_end { HunkPosition::End(anchors) } else { HunkPosition::After(anchors) };
        hunks.push(Hunk { number: hunks.len() + 1, span, place, lines });
    }

    /// Checks the first and the last line.
    fn frame(&mut self, lines: &[ContentLine<'_>]) {
        let full = || lines.iter().filter(|l| !l.text.trim().is_empty());
        let (Some(first), Some(last)) = (full().next(), full().next_back()) else {
            let message = format!("empty patch: expected {BEGIN}");
            self.diff.malformed(Span::default(), message);
            return;
        };
        let anything = !self.diff.files.is_empty();
        if !anything && !self.diff.problems.iter().any(|p| p.kind == super::problem::ProblemKind::Malformed) {
            let message = "no file named: write *** Update File: PATH";
            self.diff.malformed(first.span(), message);
        }
        if !self.state.begun {
            let edit = Edit::insert(first.at, format!("{BEGIN}\n{}", indent(lines)));
            let problem = Problem::untidy(first.span(), format!("missing {BEGIN} at the start of the patch"));
            self.diff.problems.push(problem.with(Fix::automatic(format!("add {BEGIN}"), vec![edit])));
        }
        if !self.state.ended {
            let edit = Edit::insert(last.span().end as usize, format!("\n{}{END}", indent(lines)));
            let problem = Problem::untidy(last.span(), format!("missing {END} at the end of the patch"));
            // A patch that was cut off has no end either.
            self.diff.problems.push(problem.with(Fix::offered(format!("add {END}"), vec![edit])));
        }
        self.diff.problems.sort_by_key(|p| p.span);
    }
}

/// The indent that was removed from the lines of a block.
fn indent(lines: &[ContentLine<'_>]) -> String {
    " ".repeat(lines.iter().map(|line| line.margin).max().unwrap_or(0))
}

fn mark(text: &str) -> Option<Marker<'_>> {
    let words = text.trim_end().strip_prefix("***")?;
    if !words.is_empty() && !words.starts_with(' ') {
        return None;
    }
    let words = words.trim();
    let after = |lead: &str| {
        let head = words.get(..lead.len())?;
        head.eq_ignore_ascii_case(lead).then(|| words.get(lead.len()..).unwrap_or("").trim())
    };
    Some(if let Some(path) = after("Add File:") {
        Marker::Add(path)
    } else if let Some(path) = after("Update File:") {
        Marker::Update(path)
    } else if let Some(path) = after("Delete File:") {
        Marker::Delete(path)
    } else if let Some(path) = after("Move to:") {
        Marker::Move(path)
    } else if words.eq_ignore_ascii_case("Begin Patch") {
        Marker::Begin
    } else if words.eq_ignore_ascii_case("End Patch") {
        Marker::End
    } else if words.eq_ignore_ascii_case("End of File") {
        Marker::EndOfFile
    } else {
        Marker::Unknown
    })
}
