//! The result of a check, before it is written in an output format.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use agmark_files::Foreign;
use agmark_syntax::text::MAX_BYTES;
use agmark_syntax::{Applicability, Diagnostic, Encoding, Fix, Severity, Span, Text};
use agmark_workspace::{ConfigError, files};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::terminal::plain;

/// A file with the name in reports.
pub struct ReportedFile {
    pub path: Arc<Path>,
    /// Escaped for people; exact (`.0`) for programs that read JSON.
    pub shown: Foreign<String>,
    pub text: Text,
}

/// A checked file with its findings, sorted by position.
pub struct Checked {
    pub source: ReportedFile,
    pub findings: Vec<Diagnostic>,
}

/// The result of a check.
pub struct Report {
    /// Number of checked files.
    pub checked: usize,
    /// The files with findings, sorted by path.
    pub files: Vec<Checked>,
    /// The folder that file names are relative to.
    pub base: PathBuf,
    others: Mutex<FxHashMap<Arc<Path>, Option<Arc<ReportedFile>>>>,
}

/// The numbers of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    pub errors: usize,
    pub warnings: usize,
    pub informations: usize,
    pub hints: usize,
    /// How many of them `--fix` fixes,
    pub fixable: usize,
    /// and how many more with `--unsafe-fixes`.
    pub unsafely_fixable: usize,
}

/// A position for people: line and column from 1, the column in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Point {
    pub line: u32,
    pub column: u32,
}

/// A span with its positions; the span is in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    pub start: Point,
    pub end: Point,
    pub span: Bytes,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Bytes {
    pub start: u32,
    pub end: u32,
}

impl Report {
    pub fn new(checked: usize, files: Vec<Checked>, base: PathBuf) -> Self {
        Self { checked, files, base, others: Mutex::default() }
    }

    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for finding in self.files.iter().flat_map(|f| &f.findings) {
            match finding.severity {
                Severity::Error => tally.errors += 1,
                Severity::Warning => tally.warnings += 1,
                Severity::Information => tally.informations += 1,
                Severity::Hint => tally.hints += 1,
            }
            tally.fixable += usize::from(finding.automatic().is_some());
            tally.unsafely_fixable += usize::from(unsafe_fix(finding).is_some());
        }
        tally
    }

    /// Another file of a related place, read once; none if it cannot be read.
    pub fn other(&self, path: &Arc<Path>) -> Option<Arc<ReportedFile>> {
        if let Ok(at) = self.files.binary_search_by(|f| f.source.path.cmp(path)) {
            let ReportedFile { path, shown, text } = &self.files[at].source;
            return Some(Arc::new(ReportedFile {
                path: Arc::clone(path),
                shown: shown.clone(),
                text: text.clone(),
            }));
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let read = || {
            let text = files::read_bytes(path, MAX_BYTES).ok()?;
            let text = Text::new(&String::from_utf8_lossy(&text));
            Some(Arc::new(ReportedFile {
                path: Arc::clone(path),
                shown: Foreign(exact(path, &self.base)),
                text,
            }))
        };
        others.entry(Arc::clone(path)).or_insert_with(read).clone()
    }
}

impl ReportedFile {
    pub fn area(&self, span: Span) -> Area {
        area(&self.text, span)
    }

    pub fn point(&self, offset: u32) -> Point {
        point(&self.text, offset)
    }
}

/// The places of a span in `text`.
pub fn area(text: &Text, span: Span) -> Area {
    Area {
        start: point(text, span.start),
        end: point(text, span.end),
        span: Bytes { start: span.start, end: span.end },
    }
}

fn point(text: &Text, offset: u32) -> Point {
    let at = text.position(offset as usize, Encoding::Utf32);
    Point { line: at.line + 1, column: at.column + 1 }
}

/// A number with its noun: `1 file`, `2 files`.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A path for people: relative to `base` if it is below it, with slashes, and safe for terminals.
pub fn shown(path: &Path, base: &Path) -> String {
    plain(&exact(path, base)).into_owned()
}

/// As [`shown`], with every character as it is: for programs.
pub fn exact(path: &Path, base: &Path) -> String {
    let short = path.strip_prefix(base).unwrap_or(path);
    let text = readable(short);
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

/// A path as text. Bytes that are not UTF-8 are escaped (`\xFF`), so that different names look different.
fn readable(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        text.push_str(chunk.valid());
        for byte in chunk.invalid() {
            text.push_str(&format!("\\x{byte:02X}"));
        }
    }
    text
}

/// A message about the file at `path`, with the name under which the file is shown.
pub fn file_message(path: &Path, message: impl Display, base: &Path) -> String {
    let long = Foreign(path.display()).to_string();
    plain(&message.to_string().replacen(&long, &shown(path, base), 1)).into_owned()
}

/// The message for an invalid `agmark.toml`, with its position.
pub fn in_config(error: &ConfigError) -> String {
    let message = plain(&error.message).into_owned();
    let Some(path) = &error.path else { return message };
    let name = std::env::current_dir()
        .map_or_else(|_| plain(&path.to_string_lossy()).into_owned(), |at| shown(path, &at));
    match (error.span, files::read(path)) {
        (Some(span), Ok(text)) => {
            let at = point(&Text::new(&text), span.start);
            format!("{name}:{}:{}: {message}", at.line, at.column)
        }
        _ => format!("{name}: {message}"),
    }
}

/// The fix that `check --fix --unsafe-fixes` applies besides the automatic ones: the only fix of a finding.
pub fn unsafe_fix(finding: &Diagnostic) -> Option<&Fix> {
    match finding.fixes.as_slice() {
        [fix] if fix.applicability() != Applicability::Automatic => Some(fix),
        _ => None,
    }
}

/// The fix that is shown: one that is safe comes first.
pub fn first_fix(finding: &Diagnostic) -> Option<&Fix> {
    finding.automatic().or(finding.fixes.first())
}
