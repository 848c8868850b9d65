//! Formats one file or text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use agmark_syntax::format::{format_document, is_mostly_errors};
use agmark_syntax::{Document, Surroundings};
use agmark_workspace::{Formats, ReadError, files};

use crate::targets::{Target, is_foreign, other_format};
use crate::terminal::plain;

/// A formatted text.
pub struct Formatted {
    pub text: String,
    /// First and last line, from 1, of the parts of the original text that were skipped because of errors.
    pub skipped: Vec<(usize, usize)>,
}

/// The result for a file.
pub enum Outcome {
    Formatted {
        before: String,
        after: Formatted,
    },
    /// It is a file of another program, or its format has no formatting; with the reason.
    NotFormatted(String),
    /// Its name does not belong to a known format.
    Unknown,
    Failed(ReadError),
    /// The formatter panicked.
    Fault,
}

impl Outcome {
    /// A message for the log.
    pub fn log_text(&self) -> String {
        match self {
            Self::Formatted { before, after } if *before == after.text => "is already formatted".to_owned(),
            Self::Formatted { .. } => "needs formatting".to_owned(),
            Self::NotFormatted(why) => why.clone(),
            Self::Unknown => "not in a format that agmark knows".to_owned(),
            Self::Failed(error) => format!("cannot be read: {error}"),
            Self::Fault => "the program failed on it".to_owned(),
        }
    }
}

/// Reads and formats a file.
pub fn read(target: &Target, formats: &Formats) -> Outcome {
    let registry = formats.registry();
    let before = match files::read(&target.path) {
        Ok(text) => text,
        Err(error) if is_foreign(&error, target, registry) => {
            return Outcome::NotFormatted(other_format(registry, &target.path));
        }
        Err(error) => return Outcome::Failed(error),
    };
    let Some(format) = formats.detect_file(&target.path, &before, Surroundings::NONE) else {
        return if registry.may_be_ours(&target.path) {
            Outcome::NotFormatted(other_format(registry, &target.path))
        } else {
            Outcome::Unknown
        };
    };
    if !format.info().can_format {
        return Outcome::NotFormatted(format!("{} has no formatting", format.info().title));
    }
    let title = format.info().title;
    // A panic must not stop the other files from being formatted.
    match catch_unwind(AssertUnwindSafe(|| format_whole(&Document::new(format, &before)))) {
        Ok(Some(after)) => Outcome::Formatted { before, after },
        Ok(None) => Outcome::NotFormatted(format!("{title} has no formatting")),
        Err(_) => Outcome::Fault,
    }
}

/// The formatted document, or the original text if most of its lines have errors; none if its format has no formatting.
pub fn format_whole(document: &Document) -> Option<Formatted> {
    let formatted = format_document(document)?;
    if is_mostly_errors(document) {
        let text = document.text();
        let lines = text.line_of(text.len().saturating_sub(1)) + 1;
        return Some(Formatted { text: text.slice(0..text.len()).into_owned(), skipped: vec![(1, lines)] });
    }
    let mut skipped: Vec<(usize, usize)> = Vec::new();
    for span in formatted.skipped {
        let line = |offset: usize| document.text().line_of(offset) + 1;
        let first = line(span.start as usize);
        let last = line((span.end as usize).saturating_sub(1)).max(first);
        match skipped.last_mut() {
            Some(before) if before.1 + 1 >= first => before.1 = before.1.max(last),
            _ => skipped.push((first, last)),
        }
    }
    Some(Formatted { text: formatted.text, skipped })
}

/// A note that the format of a document has no formatting.
pub fn not_formattable(name: &str, document: &Document) -> String {
    skipped_note(name, &format!("{} has no formatting", document.format().info().title))
}

/// A note that a file is skipped.
pub fn skipped_note(name: &str, why: &str) -> String {
    format!("{}: {why}, skipped", plain(name))
}

impl Formatted {
    /// A warning with the skipped lines; none if nothing was skipped.
    pub fn skipped_lines(&self, name: &str) -> Option<String> {
        let name = plain(name);
        let lines = |(first, last): &(usize, usize)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        };
        let all: Vec<_> = self.skipped.iter().take(12).map(lines).collect();
        let more = if self.skipped.len() > all.len() { " and more" } else { "" };
        let single = matches!(self.skipped[..], [(first, last)] if first == last);
        let word = if single { "line" } else { "lines" };
        (!self.skipped.is_empty()).then(|| {
            format!(
                "{name}: {word} {}{more} not formatted because of errors: `agmark check {name}` shows them",
                all.join(", ")
            )
        })
    }
}
