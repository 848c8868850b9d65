//! V4A patches: `*** Begin Patch`, `*** Update File: x`, hunks that begin with `@@` and name no lines.

use agmark_syntax::{Edit, Fix, Span};

use super::hunk::{Hunk, HunkLine, Place, Sign};
use super::model::{Action, Diff, DiffFormat, FileDiff};
use super::name;
use super::problem::Problem;
use crate::syntax::content::ContentLine;

const BEGIN: &str = "*** Begin Patch";
const END: &str = "*** End Patch";
const END_OF_FILE: &str = "*** End of File";

pub(super) fn read(lines: &[ContentLine<'_>]) -> Diff {
    let mut reader = Reader { files: Vec::new(), problems: Vec::new(), state: State::default() };
    for line in lines {
        reader.line(*line);
    }
    reader.end_hunk();
    reader.frame(lines);
    Diff { format: DiffFormat::V4a, files: reader.files, problems: reader.problems }
}

struct Reader {
    files: Vec<FileDiff>,
    problems: Vec<Problem>,
    state: State,
}

#[derive(Default)]
struct State {
    begun: bool,
    ended: bool,
    anchors: Vec<String>,
    /// The hunk that is being read, by its first line.
    hunk: Option<Span>,
    lines: Vec<HunkLine>,
    at_end: bool,
}

/// A line with a marker.
enum Mark<'a> {
    Begin,
    End,
    Add(&'a str),
    Update(&'a str),
    Delete(&'a str),
    Move(&'a str),
    EndOfFile,
    Unknown,
}

impl Reader {
    fn line(&mut self, line: ContentLine<'_>) {
        let text = line.text;
        if self.state.ended {
            if !text.trim().is_empty() {
                let message = format!("unexpected text after {END}");
                self.problems.push(Problem::untidy(line.span(), message));
            }
            return;
        }
        if let Some(mark) = mark(text) {
            return self.mark(mark, line);
        }
        if let Some(anchor) = text.strip_prefix("@@") {
            return self.anchor(anchor, line);
        }
        match self.files.last_mut().map(|f| &mut f.action) {
            None | Some(Action::Delete(_)) => {
                if !text.trim().is_empty() {
                    let message = "a line that belongs to no file: a file begins with *** Add File:, \
                                   *** Update File: or *** Delete File:";
                    self.problems.push(Problem::malformed(line.span(), message));
                }
            }
            Some(Action::Add(lines)) => match text.strip_prefix('+') {
                Some(added) => lines.push(HunkLine::new(Sign::Add, added, line.span())),
                None if text.trim().is_empty() => {}
                None => {
                    let problem =
                        Problem::untidy(line.span(), "missing + at the start of a line of a new file");
                    let edit = Edit::insert(line.at, "+");
                    self.problems.push(problem.with(Fix::automatic("insert +", vec![edit])));
                    lines.push(HunkLine::new(Sign::Add, text, line.span()));
                }
            },
            Some(Action::Update { .. }) => self.body(line),
        }
    }

    fn mark(&mut self, mark: Mark<'_>, line: ContentLine<'_>) {
        let open = |path: &str, action: Action| FileDiff {
            path: (!path.is_empty()).then(|| name::plain(path)),
            span: line.span(),
            action,
            doubtful: false,
        };
        if !matches!(mark, Mark::EndOfFile) {
            self.end_hunk();
        }
        let file = match mark {
            Mark::Begin => {
                self.state.begun = true;
                return;
            }
            Mark::End => {
                self.state.ended = true;
                return;
            }
            Mark::Add(path) => open(path, Action::Add(Vec::new())),
            Mark::Delete(path) => open(path, Action::Delete(Vec::new())),
            Mark::Update(path) => open(path, Action::Update { to: None, hunks: Vec::new() }),
            Mark::Move(path) => {
                match self.files.last_mut().map(|f| &mut f.action) {
                    Some(Action::Update { to, .. }) => *to = Some(name::plain(path)),
                    _ => {
                        let message = "misplaced *** Move to: it must follow *** Update File:";
                        self.problems.push(Problem::malformed(line.span(), message));
                    }
                }
                return;
            }
            Mark::EndOfFile => {
                self.state.at_end = true;
                self.end_hunk();
                return;
            }
            Mark::Unknown => {
                let message = format!(
                    "unknown marker \"{}\": expected *** Add File:, *** Update File:, *** Delete File:, \
                     *** Move to:, {END_OF_FILE} and {END}",
                    line.text.trim_end()
                );
                self.problems.push(Problem::malformed(line.span(), message));
                return;
            }
        };
        if file.path.is_none() {
            self.problems.push(Problem::malformed(line.span(), "missing path after the colon"));
        }
        self.files.push(file);
    }

    fn anchor(&mut self, anchor: &str, line: ContentLine<'_>) {
        if !matches!(self.files.last().map(|f| &f.action), Some(Action::Update { .. })) {
            let message = "hunk outside of *** Update File:";
            self.problems.push(Problem::malformed(line.span(), message));
            return;
        }
        if self.state.hunk.is_some() && !self.state.lines.is_empty() {
            self.end_hunk();
        }
        self.state.hunk.get_or_insert(line.span());
        let anchor = anchor.trim_end().strip_suffix("@@").unwrap_or(anchor).trim();
        // A unified header names lines, not text: only the lines of the hunk are used.
        let numbers = anchor.starts_with('-') && anchor.contains(" +");
        if !anchor.is_empty() && !numbers {
            self.state.anchors.push(anchor.to_owned());
        }
    }

    /// A line of an update: with a mark, or a line of the file without the blank before it.
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
        // Blank lines before the next marker set it off, they are no lines of the file.
        while lines.last().is_some_and(|l| l.sign == Sign::Keep && l.text.is_empty() && l.whole.is_none()) {
            lines.pop();
        }
        let Some(Action::Update { hunks, .. }) = self.files.last_mut().map(|f| &mut f.action) else { return };
        if lines.iter().all(|l| l.sign == Sign::Keep) {
            self.problems.push(Problem::untidy(span, "hunk without changes"));
        }
        let place = if at_end { Place::End(anchors) } else { Place::After(anchors) };
        hunks.push(Hunk { number: hunks.len() + 1, span, place, lines });
    }

    /// Checks the first and the last line.
    fn frame(&mut self, lines: &[ContentLine<'_>]) {
        let full = || lines.iter().filter(|l| !l.text.trim().is_empty());
        let (Some(first), Some(last)) = (full().next(), full().next_back()) else {
            let message = format!("empty patch: expected {BEGIN}");
            self.problems.push(Problem::malformed(Span::default(), message));
            return;
        };
        let anything = !self.files.is_empty();
        if !anything && !self.problems.iter().any(|p| p.kind == super::problem::ProblemKind::Malformed) {
            let message = "no file named: write *** Update File: PATH";
            self.problems.push(Problem::malformed(first.span(), message));
        }
        if !self.state.begun {
            let edit = Edit::insert(first.at, format!("{BEGIN}\n{}", indent(lines)));
            let problem = Problem::untidy(first.span(), format!("missing {BEGIN} at the start of the patch"));
            self.problems.push(problem.with(Fix::automatic(format!("add {BEGIN}"), vec![edit])));
        }
        if !self.state.ended {
            let edit = Edit::insert(last.span().end as usize, format!("\n{}{END}", indent(lines)));
            let problem = Problem::untidy(last.span(), format!("missing {END} at the end of the patch"));
            // A patch that was cut off has no end either.
            self.problems.push(problem.with(Fix::offered(format!("add {END}"), vec![edit])));
        }
        self.problems.sort_by_key(|p| p.span);
    }
}

/// The blanks that the lines of a block have lost.
fn indent(lines: &[ContentLine<'_>]) -> String {
    " ".repeat(lines.iter().map(|line| line.margin).max().unwrap_or(0))
}

fn mark(text: &str) -> Option<Mark<'_>> {
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
        Mark::Add(path)
    } else if let Some(path) = after("Update File:") {
        Mark::Update(path)
    } else if let Some(path) = after("Delete File:") {
        Mark::Delete(path)
    } else if let Some(path) = after("Move to:") {
        Mark::Move(path)
    } else if words.eq_ignore_ascii_case("Begin Patch") {
        Mark::Begin
    } else if words.eq_ignore_ascii_case("End Patch") {
        Mark::End
    } else if words.eq_ignore_ascii_case("End of File") {
        Mark::EndOfFile
    } else {
        Mark::Unknown
    })
}
