//! The result of an audit, and how it is written for people.

mod audit_report;
mod html;
mod limit;
mod text;

use std::io::{self, Write};

pub use audit_report::{Failed, Report, Scope};

/// The formats for people.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    Text,
    Html,
}

/// Writes a report.
///
/// # Errors
/// Those of the writer.
pub fn write(report: &Report, format: Format, out: &mut dyn Write) -> io::Result<()> {
    match format {
        Format::Text => text::write(report, out),
        Format::Html => html::write(report, out),
    }
}
