//! Annotations of a GitHub workflow.

use std::io::{self, Write};

use agmark_files::plain;
use agmark_syntax::Severity;

use super::Report;

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for page in &report.pages {
        for finding in &page.findings {
            let (name, at) = (finding.file(page), finding.area);
            let command = match finding.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
                Severity::Information | Severity::Hint => "notice",
            };
            let (title, message) = (property(&finding.code), data(&plain(&finding.message)));
            // Only files of the repository can be annotated; a page on a server is told in words.
            if name.contains("://") {
                writeln!(out, "::{command} title={title}::{}:{}: {message}", data(&plain(name)), at.line)?;
            } else {
                let place =
                    format!("file={},line={},endLine={}", property(&plain(name)), at.line, at.end_line);
                writeln!(out, "::{command} {place},title={title}::{message}")?;
            }
        }
    }
    for failed in &report.failed {
        writeln!(
            out,
            "::error title=audit::{}: {}",
            data(&plain(&failed.name)),
            data(&plain(&failed.reason))
        )?;
    }
    Ok(())
}

/// What a message may hold: everything but what ends the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// What the value of a property may hold: not what ends it either.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
