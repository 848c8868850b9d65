//! Laying out one text.

use std::panic::{AssertUnwindSafe, catch_unwind};

use agmark_syntax::format::{format_document, is_mostly_errors};
use agmark_syntax::{Document, Surroundings};
use agmark_workspace::{Formats, ReadError, files};

use crate::targets::{Target, is_foreign, other_format};
use crate::terminal::plain;

/// A text in canonical form.
pub struct Laid {
    pub text: String,
    /// First and last line, from 1 and of the text as it was, of what was left because of errors.
    pub left: Vec<(usize, usize)>,
}

/// What became of a file.
pub enum Outcome {
    Laid {
        before: String,
        laid: Laid,
    },
    /// It is somebody else's, or its format has no formatting. Says which.
    NoLayout(String),
    /// Its name is no format's.
    Unknown,
    Failed(ReadError),
    /// The program failed on it.
    Fault,
}

impl Outcome {
    /// What became of it, for the log.
    pub fn said(&self) -> String {
        match self {
            Self::Laid { before, laid } if *before == laid.text => "is in canonical form".to_owned(),
            Self::Laid { .. } => "is laid out anew".to_owned(),
            Self::NoLayout(why) => why.clone(),
            Self::Unknown => "in none of agmark's formats".to_owned(),
            Self::Failed(error) => format!("cannot be read: {error}"),
            Self::Fault => "the program failed on it".to_owned(),
        }
    }
}

/// Reads a file and lays it out.
pub fn read(target: &Target, formats: &Formats) -> Outcome {
    let registry = formats.registry();
    let before = match files::read(&target.path) {
        Ok(text) => text,
        Err(error) if is_foreign(&error, target, registry) => {
            return Outcome::NoLayout(other_format(registry, &target.path));
        }
        Err(error) => return Outcome::Failed(error),
    };
    let Some(format) = formats.detect_file(&target.path, &before, Surroundings::NONE) else {
        return if registry.may_be_ours(&target.path) {
            Outcome::NoLayout(other_format(registry, &target.path))
        } else {
            Outcome::Unknown
        };
    };
    if !format.info().can_format {
        return Outcome::NoLayout(format!("{} has no formatting", format.info().title));
    }
    let title = format.info().title;
    // A fault in one file must not keep the others from being written, nor touch that one.
    match catch_unwind(AssertUnwindSafe(|| lay_out(&Document::new(format, &before)))) {
        Ok(Some(laid)) => Outcome::Laid { before, laid },
        Ok(None) => Outcome::NoLayout(format!("{title} has no formatting")),
        Err(_) => Outcome::Fault,
    }
}

/// The document in canonical form, or as it is if most of its lines have errors; none if its format has no formatting.
pub fn lay_out(document: &Document) -> Option<Laid> {
    let formatted = format_document(document)?;
    if is_mostly_errors(document) {
        let text = document.text();
        let lines = text.line_of(text.len().saturating_sub(1)) + 1;
        return Some(Laid { text: text.slice(0..text.len()).into_owned(), left: vec![(1, lines)] });
    }
    let mut left: Vec<(usize, usize)> = Vec::new();
    for span in formatted.skipped {
        let line = |offset: usize| document.text().line_of(offset) + 1;
        let first = line(span.start as usize);
        let last = line((span.end as usize).saturating_sub(1)).max(first);
        match left.last_mut() {
            Some(before) if before.1 + 1 >= first => before.1 = before.1.max(last),
            _ => left.push((first, last)),
        }
    }
    Some(Laid { text: formatted.text, left })
}

/// Why a document stays as it is.
pub fn no_layout(name: &str, document: &Document) -> String {
    said_of(name, &format!("{} has no formatting", document.format().info().title))
}

pub fn said_of(name: &str, why: &str) -> String {
    format!("{}: {why}, skipped", plain(name))
}

impl Laid {
    /// Names the lines that were left, and says what to do; none if there are none.
    pub fn left_lines(&self, name: &str) -> Option<String> {
        let name = plain(name);
        let lines = |(first, last): &(usize, usize)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        };
        let all: Vec<_> = self.left.iter().take(12).map(lines).collect();
        let more = if self.left.len() > all.len() { " and more" } else { "" };
        let single = matches!(self.left[..], [(first, last)] if first == last);
        let (word, they) = if single { ("line", "it is") } else { ("lines", "they are") };
        (!self.left.is_empty()).then(|| {
            format!(
                "{name}: {word} {}{more} left as {they} because of errors: `agmark check {name}` shows them",
                all.join(", ")
            )
        })
    }
}
