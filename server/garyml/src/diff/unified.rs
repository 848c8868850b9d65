//! Unified diffs: `--- a/x`, `+++ b/x`, `@@ -1,3 +1,4 @@`, and lines that begin with a blank, `-` or `+`.

use agmark_syntax::{Edit, Fix, Span, work};

use super::hunk::{Hunk, HunkLine, HunkPosition, Sign};
use super::model::{Action, Diff, DiffFormat, FileDiff};
use super::name::{self, NameError};
use super::problem::Problem;
use crate::syntax::content::ContentLine;

const NO_FILE: &str = "/dev/null";

pub(super) fn read(lines: &[ContentLine<'_>]) -> Diff {
    let mut reader = UnifiedReader {
        lines,
        at: 0,
        diff: Diff::new(DiffFormat::Unified),
        git: GitHeader::default(),
        modes: false,
        full: 0,
    };
    reader.read();
    reader.diff
}

struct UnifiedReader<'a> {
    lines: &'a [ContentLine<'a>],
    at: usize,
    diff: Diff,
    git: GitHeader,
    /// Whether a file mode changes, which is ignored.
    modes: bool,
    /// The next line that is not blank, cached from an earlier look-up.
    full: usize,
}

/// The lines between `diff --git` and the first hunk.
#[derive(Default)]
struct GitHeader {
    span: Option<Span>,
    from: Option<String>,
    to: Option<String>,
    added: bool,
    deleted: bool,
    /// The file of `diff --git`, if both names are equal.
    path: Option<String>,
}

/// `@@ -1,3 +1,4 @@`.
struct HunkHeader {
    old_start: usize,
    old: usize,
    new: usize,
    /// `-1,3 +1,4` in the line.
    ranges: Span,
    new_start: usize,
    /// Whether the counts are omitted, which means one.
    short: (bool, bool),
}

impl<'a> UnifiedReader<'a> {
    fn line(&self, ahead: usize) -> Option<ContentLine<'a>> {
        self.lines.get(self.at + ahead).copied()
    }

    fn read(&mut self) {
        let mut strange = false;
        while let Some(line) = self.line(0) {
            if self.starts_file() {
                strange = false;
                self.file(line);
                continue;
            }
            let text = line.text;
            if text.starts_with("@@") {
                self.hunk(line);
                continue;
            }
            self.at += 1;
            if text.starts_with("diff --git ") {
                self.end_git();
                let path = self.read_name(line, git_path(text)).flatten();
                self.git = GitHeader { span: Some(line.span()), path, ..GitHeader::default() };
            } else if let Some(message) = special(text) {
                self.diff.malformed(line.span(), message);
            } else if let Some(path) = text.strip_prefix("rename from ") {
                self.git.from = self.read_name(line, git_name(path));
            } else if let Some(path) = text.strip_prefix("rename to ") {
                self.git.to = self.read_name(line, git_name(path));
            } else if text.starts_with("old mode ") || text.starts_with("new mode ") {
                self.modes = true;
            } else if text.starts_with("new file mode") {
                self.git.added = true;
            } else if text.starts_with("deleted file mode") {
                self.git.deleted = true;
            } else if let Some(message) = cannot(text) {
                self.diff.malformed(line.span(), message);
            } else if !text.trim().is_empty() && !is_known(text) && !strange {
                // Reported once: a text that is not a diff has many such lines.
                strange = true;
                self.stray(line);
            }
        }
        self.end_git();
        if self.diff.files.is_empty() && self.diff.problems.is_empty() && !self.modes {
            let span = self.lines.first().map_or(Span::default(), |l| l.span());
            let message = "not a unified diff: expected --- and +++, then hunks that start with @@";
            self.diff.malformed(span, message);
        }
    }

    /// The name of a file; `None` if it cannot be read, which is reported.
    fn read_name<T>(&mut self, line: ContentLine<'_>, name: Result<T, NameError>) -> Option<T> {
        name.map_err(|error| self.diff.malformed(line.span(), error.to_string())).ok()
    }

    /// Whether there is a name after the sign; reports a missing one.
    fn has_name(&mut self, line: ContentLine<'_>, name: &str, mark: &str) -> bool {
        let empty = name.is_empty() || name == mark;
        if empty {
            let sign = line.text.get(..3).unwrap_or("");
            let message = format!("missing file name after {sign}");
            self.diff.malformed(line.span(), message);
        }
        !empty
    }

    fn stray(&mut self, line: ContentLine<'_>) {
        let after_hunk = self.diff.files.last().is_some_and(|f| !f.hunks().is_empty());
        let message = if line.text == "---" || line.text.starts_with("--- ") {
            "missing line with +++ and the new file name after this line"
        } else if after_hunk {
            "invalid line of a hunk: it must start with a space, - or +"
        } else {
            "line outside of a hunk: a hunk starts with @@ -LINE,COUNT +LINE,COUNT @@"
        };
        self.diff.malformed(line.span(), message);
    }

    /// Adds a file that is renamed, created or deleted without changed lines.
    fn end_git(&mut self) {
        let git = std::mem::take(&mut self.git);
        let Some(span) = git.span else { return };
        let (path, action) = match (git.from, git.to) {
            (Some(from), Some(to)) => (Some(from), Action::Update { to: Some(to), hunks: Vec::new() }),
            _ if git.added => (git.path, Action::Add(Vec::new())),
            // Without lines: the file is empty.
            _ if git.deleted => {
                let hunk = Hunk { number: 1, span, place: HunkPosition::Near(0), lines: Vec::new() };
                (git.path, Action::Delete(vec![hunk]))
            }
            _ => return,
        };
        self.diff.files.push(FileDiff::new(path, span, action));
    }

    /// Whether the two header lines of a file are here. A removed line may look like one of them, but not like both.
    fn starts_file(&self) -> bool {
        let begins = |ahead: usize, mark: &str| self.line(ahead).is_some_and(|l| l.text.starts_with(mark));
        begins(0, "--- ") && begins(1, "+++ ")
    }

    fn file(&mut self, line: ContentLine<'_>) {
        let next = self.line(1).unwrap_or(line);
        let old = self.read_name(line, path_of(line.text));
        let new = self.read_name(next, path_of(next.text));
        self.at += 2;
        let git = std::mem::take(&mut self.git);
        let old = old.filter(|name| self.has_name(line, name, "a/"));
        let new = new.filter(|name| self.has_name(next, name, "b/"));
        let (Some(old), Some(new)) = (old, new) else {
            // The hunks below still belong to it.
            let action = Action::Update { to: None, hunks: Vec::new() };
            self.diff.files.push(FileDiff::new(None, line.span(), action));
            return;
        };
        let marked = old.starts_with("a/") && new.starts_with("b/");
        let one = |path: &str, mark: &str| {
            let half = (old == NO_FILE || new == NO_FILE) && path.starts_with(mark);
            if marked || half { path.get(2..).unwrap_or("").to_owned() } else { path.to_owned() }
        };
        let (from, to) = (one(&old, "a/"), one(&new, "b/"));
        let (path, action) = if old == NO_FILE || git.added {
            (to, Action::Add(Vec::new()))
        } else if new == NO_FILE || git.deleted {
            (from, Action::Delete(Vec::new()))
        } else {
            let to = (from != to).then_some(to);
            (from, Action::Update { to, hunks: Vec::new() })
        };
        let doubtful = git.to.is_none();
        self.diff.files.push(FileDiff { doubtful, ..FileDiff::new(Some(path), line.span(), action) });
    }

    fn hunk(&mut self, line: ContentLine<'_>) {
        self.at += 1;
        let head = head(line);
        if head.is_none() {
            let message =
                format!("invalid hunk header \"{}\": expected @@ -LINE,COUNT +LINE,COUNT @@", line.text);
            self.diff.malformed(line.span(), message);
        }
        let lines = self.body(head.as_ref());
        if lines.is_empty() {
            self.diff.untidy(line.span(), "hunk without lines");
        } else if let Some(head) = &head {
            self.count(line, head, &lines);
        }
        if self.diff.files.is_empty() {
            let action = Action::Update { to: None, hunks: Vec::new() };
            self.diff.files.push(FileDiff::new(None, line.span(), action));
        }
        let Some(file) = self.diff.files.last_mut() else { return };
        match &mut file.action {
            Action::Add(all) => all.extend(lines.into_iter().filter(|l| l.sign == Sign::Add)),
            Action::Delete(hunks) | Action::Update { hunks, .. } => {
                let place = match &head {
                    // A hunk without old lines comes after the line that it names.
                    Some(h) if h.old == 0 => HunkPosition::Near(h.old_start),
                    Some(h) => HunkPosition::Near(h.old_start.saturating_sub(1)),
                    None => HunkPosition::After(Vec::new()),
                };
                hunks.push(Hunk { number: hunks.len() + 1, span: line.span(), place, lines });
            }
        }
    }

    /// The lines of a hunk. Blank lines after the number of lines in the header do not belong to it.
    fn body(&mut self, head: Option<&HunkHeader>) -> Vec<HunkLine> {
        let mut lines: Vec<HunkLine> = Vec::new();
        let (mut old, mut new) = (0, 0);
        while let Some(line) = self.line(0) {
            let full = head.is_some_and(|h| old >= h.old && new >= h.new);
            if line.text.starts_with("@@") || line.text.starts_with("diff --git ") || self.ends_here(full) {
                break;
            }
            let span = line.span();
            let mut chars = line.text.chars();
            let (sign, text) = match chars.next() {
                Some('+') => (Sign::Add, chars.as_str()),
                Some('-') => (Sign::Remove, chars.as_str()),
                Some(' ') => (Sign::Keep, chars.as_str()),
                Some('\\') => {
                    if let Some(last) = lines.last_mut() {
                        last.unended = true;
                    }
                    self.at += 1;
                    continue;
                }
                // Editors remove the blank of an otherwise empty line.
                None if !full && self.goes_on() => (Sign::Keep, ""),
                _ => break,
            };
            old += usize::from(sign != Sign::Add);
            new += usize::from(sign != Sign::Remove);
            lines.push(HunkLine::new(sign, text, span));
            self.at += 1;
        }
        lines
    }

    fn ends_here(&self, full: bool) -> bool {
        let hunk_follows = self.line(2).is_some_and(|l| l.text.starts_with("@@"));
        self.starts_file() && (full || hunk_follows)
    }

    /// Whether more lines of the hunk follow a blank one.
    fn goes_on(&mut self) -> bool {
        // Without the cache, each of many blank lines would search all lines after it.
        if self.full < self.at {
            let blank = self.lines.iter().skip(self.at).take_while(|l| l.text.is_empty()).count();
            work::add(blank + 1);
            self.full = self.at + blank;
        }
        self.lines.get(self.full).is_some_and(|l| l.text.starts_with([' ', '+', '-', '\\']))
    }

    fn count(&mut self, line: ContentLine<'_>, head: &HunkHeader, lines: &[HunkLine]) {
        let old = lines.iter().filter(|l| l.sign != Sign::Add).count();
        let new = lines.iter().filter(|l| l.sign != Sign::Remove).count();
        if (old, new) == (head.old, head.new) {
            return;
        }
        let range = |start: usize, count: usize, short: bool| {
            if short && count == 1 { start.to_string() } else { format!("{start},{count}") }
        };
        let right = format!(
            "-{} +{}",
            range(head.old_start, old, head.short.0),
            range(head.new_start, new, head.short.1)
        );
        let message = format!(
            "wrong line counts: the header counts {} old and {} new lines, the hunk has {old} and {new}",
            head.old, head.new
        );
        let edit = Edit::replace(head.ranges, right.clone());
        // The counts may be right and a line missing.
        let fix = Fix::offered(format!("write {right}"), vec![edit]);
        self.diff.problems.push(Problem::untidy(line.span(), message).with(fix));
    }
}

/// Whether a line is one that other tools write between files.
fn is_known(text: &str) -> bool {
    const KNOWN: &[&str] = &["index ", "Index: ", "====", "similarity index ", "dissimilarity index ", "\\"];
    KNOWN.iter().any(|known| text.starts_with(known))
}

/// The problem of a line by other tools that describes an unsupported change; `None` for other lines.
fn cannot(text: &str) -> Option<&'static str> {
    if text.starts_with("copy from ") || text.starts_with("copy to ") {
        Some("a diff that copies a file cannot be applied: write the copy as a new file, from /dev/null")
    } else if text.starts_with("Binary files ") || text.starts_with("GIT binary patch") {
        Some("a diff of a binary file cannot be applied: remove it from the diff")
    } else if text.starts_with("Only in ") {
        Some(
            "the lines of a file that is on one side only are missing: create the diff with `diff -N`, or remove this file",
        )
    } else if text.starts_with("Submodule ") {
        Some(SUBMODULE)
    } else {
        None
    }
}

const LINK: &str =
    "the diff changes a symbolic link (mode 120000): a diff changes files only; remove it from the diff";
const SUBMODULE: &str =
    "the diff changes a submodule (mode 160000): a diff changes files only; remove it from the diff";

/// The problem of a mode that is not that of a file; `None` for a file.
fn special(text: &str) -> Option<&'static str> {
    const MODES: [&str; 4] = ["new file mode ", "deleted file mode ", "old mode ", "new mode "];
    let given = MODES.iter().find_map(|mark| text.strip_prefix(mark));
    // `index 1a2b3c4..5d6e7f8 100644` contains the mode if it does not change.
    let kept = || text.strip_prefix("index ")?.split_ascii_whitespace().nth(1);
    match given.map(str::trim).or_else(kept)? {
        "120000" => Some(LINK),
        "160000" => Some(SUBMODULE),
        _ => None,
    }
}

/// The path in `diff --git a/x b/x`, if both are the same.
fn git_path(line: &str) -> Result<Option<String>, NameError> {
    let names = line.strip_prefix("diff --git ").unwrap_or("").trim_end();
    let (from, to) = if names.contains('"') {
        // One name may be quoted and the other not.
        let (from, rest) = name::git(names, |text| text.find(" \"").unwrap_or(text.len()))?;
        (from, git_name(rest.trim_start())?)
    } else {
        // Names may contain blanks, but both have the same length.
        let half = names.len() / 2;
        let (from, to) = names.split_at_checked(half).unwrap_or_default();
        (name::plain(from), name::plain(to))
    };
    Ok(from.strip_prefix("a/").filter(|from| to.strip_prefix("b/") == Some(*from)).map(str::to_owned))
}

/// A name that takes the rest of the line.
fn git_name(text: &str) -> Result<String, NameError> {
    name::git(text, str::len).map(|(name, _)| name)
}

/// The path of `--- a/x\t2024-01-01`, with its prefix.
fn path_of(line: &str) -> Result<String, NameError> {
    let path = line.get(4..).unwrap_or("").trim_start();
    name::git(path, |text| text.find('\t').unwrap_or(text.len())).map(|(name, _)| name)
}

fn head(line: ContentLine<'_>) -> Option<HunkHeader> {
    let rest = line.text.strip_prefix("@@")?;
    let inner = rest.get(..rest.find("@@")?)?;
    let trimmed = inner.trim();
    let start = line.at + 2 + (inner.len() - inner.trim_start().len());
    let (old, new) = trimmed.split_once(char::is_whitespace)?;
    let (old_start, old, short_old) = range(old.strip_prefix('-')?)?;
    let (new_start, new, short_new) = range(new.trim().strip_prefix('+')?)?;
    let ranges = Span::new(start, start + trimmed.len());
    Some(HunkHeader { old_start, old, new, ranges, new_start, short: (short_old, short_new) })
}

/// `1,3`, or `1` for one line.
fn range(text: &str) -> Option<(usize, usize, bool)> {
    match text.split_once(',') {
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?, false)),
        None => Some((text.parse().ok()?, 1, true)),
    }
}
