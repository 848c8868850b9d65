//! Writes the report of a check.

use std::io::{self, Write};
use std::process::ExitCode;

use super::args::Args;
use super::fix::Fixed;
use super::statistics;
use crate::report::{Report, Tally, counted};
use crate::terminal::{self, BOLD, DIM, GREEN, Look, RED, YELLOW};

/// Writes the findings, or their statistics, and for people a summary.
pub fn write(
    args: &Args,
    report: &Report,
    fixed: Option<&Fixed>,
    look: Look,
    out: &mut dyn Write,
) -> io::Result<()> {
    if args.statistics {
        statistics::write(args.output_format, report, look, out)?;
    } else {
        args.output_format.write(report, look, out)?;
    }
    if args.output_format.is_for_people() && !terminal::is_quiet() {
        writeln!(out, "{}", summary(args, report, fixed, look))?;
    }
    out.flush()
}

pub fn exit_code(args: &Args, tally: Tally, unreadable: bool) -> ExitCode {
    let failed = tally.errors > 0 || (args.deny_warnings && tally.warnings > 0);
    ExitCode::from(if unreadable { crate::UNUSABLE } else { u8::from(failed) })
}

/// The last line for people: how many findings there are, and what can be done about them.
fn summary(args: &Args, report: &Report, fixed: Option<&Fixed>, look: Look) -> String {
    let tally = report.tally();
    let mut parts = Vec::new();
    for (n, word, style) in [
        (tally.errors, "error", RED),
        (tally.warnings, "warning", YELLOW),
        (tally.informations, "note", BOLD),
        (tally.hints, "hint", DIM),
    ] {
        if n > 0 {
            parts.push(look.paint(style, counted(n, word)));
        }
    }
    let files = counted(report.checked, "file");
    let mut line = match (parts.is_empty(), report.checked) {
        (true, 0) => "no files to check".to_owned(),
        (true, _) => format!("{files} checked: {}", look.paint(GREEN, "no findings")),
        (false, _) => format!("{files} checked: {}", parts.join(", ")),
    };
    line.push_str(&match fixed {
        Some(fixed) => fixed_part(fixed),
        None => fixable_part(tally, args.unsafe_fixes),
    });
    if !parts.is_empty() && !args.statistics {
        line.push_str("; `agmark explain RULE` explains a rule");
    }
    line
}

fn fixed_part(fixed: &Fixed) -> String {
    let (all, by_unsafe) = (fixed.count.all, fixed.count.by_unsafe);
    if all == 0 {
        return String::new();
    }
    let files = counted(fixed.files, "file");
    let review = if by_unsafe > 0 {
        format!(", {by_unsafe} of them with unsafe fixes: review the changes")
    } else {
        String::new()
    };
    format!("; {all} fixed in {files}{review}")
}

fn fixable_part(tally: Tally, with_unsafe: bool) -> String {
    match (tally.fixable, tally.unsafely_fixable) {
        (0, 0) => String::new(),
        (safe, more) if with_unsafe && more > 0 => {
            format!("; {} fixable with --fix --unsafe-fixes", safe + more)
        }
        (0, _) => String::new(),
        (safe, _) => format!("; {safe} fixable with --fix"),
    }
}
