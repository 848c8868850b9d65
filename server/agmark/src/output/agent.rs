//! A line for each finding, for programs and models that fix it: the whole span, the related places, the title of
//! the fix. It has no source excerpt, because the reader needs the file anyway.

use std::io::{self, Write};

use super::findings::{each, related_place};
use crate::report::{Report, first_fix};
use crate::terminal::plain;

pub fn write(report: &Report, out: &mut dyn Write) -> io::Result<()> {
    for (file, finding) in each(report) {
        let at = file.source.area(finding.span);
        write!(
            out,
            "{}:{}:{}-{}:{} {} {}: {}",
            file.source.shown,
            at.start.line,
            at.start.column,
            at.end.line,
            at.end.column,
            finding.severity.word(),
            finding.rule.code,
            plain(&finding.message),
        )?;
        for related in &finding.related {
            if let Some((path, at)) = related_place(report, file, related) {
                let (line, column) = (at.start.line, at.start.column);
                write!(out, "; {}: {}:{line}:{column}", plain(&related.message), path)?;
            }
        }
        if let Some(fix) = first_fix(finding) {
            let how = if finding.automatic().is_some() { "fix with --fix" } else { "fix" };
            write!(out, "; {how}: {}", plain(&fix.title))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
