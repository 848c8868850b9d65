//! Workflow commands of GitHub Actions, which shows them beside the lines of a pull request.

use std::io::{self, Write};

use agmark_syntax::Severity;

use super::findings::{each, related_place};
use crate::report::{Area, Report};
use crate::terminal::plain;

/// One workflow command.
pub struct Annotation<'a> {
    pub severity: Severity,
    /// Without a place, it is shown with the run of the workflow.
    pub place: Option<LineRange>,
    pub title: &'a str,
    pub message: &'a str,
}

/// Lines of a file, from 1.
pub struct LineRange {
    pub file: String,
    pub line: u32,
    pub end_line: u32,
    /// First column and the column after the last.
    pub columns: Option<(u32, u32)>,
}

impl Annotation<'_> {
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let command = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information | Severity::Hint => "notice",
        };
        write!(out, "::{command} ")?;
        if let Some(LineRange { file, line, end_line, columns }) = &self.place {
            write!(out, "file={},line={line},endLine={end_line},", escaped_property(file))?;
            if let Some((column, end_column)) = columns {
                write!(out, "col={column},endColumn={end_column},")?;
            }
        }
        writeln!(out, "title={}::{}", escaped_property(self.title), escaped(self.message))
    }
}

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (file, finding) in each(report) {
        let Area { start, end, .. } = file.source.area(finding.span);
        let place = LineRange {
            file: file.source.shown.to_string(),
            line: start.line,
            end_line: end.line,
            // GitHub ignores the columns of a span over several lines.
            columns: (start.line == end.line).then_some((start.column, end.column)),
        };
        let mut message = plain(&finding.message).into_owned();
        for related in &finding.related {
            if let Some((path, at)) = related_place(report, file, related) {
                let (line, column) = (at.start.line, at.start.column);
                message.push_str(&format!("\n{}: {path}:{line}:{column}", plain(&related.message)));
            }
        }
        let (severity, title) = (finding.severity, finding.rule.code);
        Annotation { severity, place: Some(place), title, message: &message }.write(out)?;
    }
    Ok(())
}

/// A message without the characters that end the command.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property without the characters that end it.
fn escaped_property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
