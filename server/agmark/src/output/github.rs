//! Workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

use std::io::{self, Write};

use agmark_syntax::Severity;

use super::{each, place_of};
use crate::report::Report;
use crate::terminal::plain;

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (file, finding) in each(report) {
        let command = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information | Severity::Hint => "notice",
        };
        let at = file.source.area(finding.span);
        write!(out, "::{command} file={},line={}", property(&file.source.shown.to_string()), at.start.line)?;
        write!(out, ",endLine={}", at.end.line)?;
        // Columns of a span over several lines mean nothing there.
        if at.start.line == at.end.line {
            write!(out, ",col={},endColumn={}", at.start.column, at.end.column)?;
        }
        let mut message = plain(&finding.message).into_owned();
        for related in &finding.related {
            if let Some((path, at)) = place_of(report, file, related) {
                let (line, column) = (at.start.line, at.start.column);
                message.push_str(&format!("\n{}: {path}:{line}:{column}", plain(&related.message)));
            }
        }
        writeln!(out, ",title={}::{}", property(finding.rule.code), data(&message))?;
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
