//! `path:line:column: severity: message [code]`: what compilers print and editors can jump by.

use std::io::{self, Write};

use agmark_syntax::Severity;

use super::findings::each;
use crate::report::Report;
use crate::terminal::{BOLD, CYAN, DIM, Look, RED, YELLOW, plain};

pub fn write(report: &Report, look: Look, out: &mut dyn Write) -> io::Result<()> {
    for (file, finding) in each(report) {
        let at = file.source.point(finding.span.start);
        let style = match finding.severity {
            Severity::Error => RED,
            Severity::Warning => YELLOW,
            Severity::Information => CYAN,
            Severity::Hint => DIM,
        };
        let place = format!("{}:{}:{}:", file.source.shown, at.line, at.column);
        writeln!(
            out,
            "{} {}: {} {}",
            look.paint(BOLD, place),
            look.paint(style, finding.severity.word()),
            plain(&finding.message),
            look.paint(DIM, format_args!("[{}]", finding.rule.code)),
        )?;
    }
    Ok(())
}
