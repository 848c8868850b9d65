//! Consent on the command line: what a program starts and calls is shown, and a person at a terminal is asked.

use std::fmt::Display;
use std::io::{BufRead, IsTerminal, Write};

use agmark_run::{Approved, Plan};

use super::args::Args;
use crate::saved_consents;
use crate::terminal;

/// The plan if it may be carried out. A program that starts no servers is run without a question: typing the command
/// is the yes. So it is where nobody sits at a terminal, as in a script.
pub fn approved(plan: Plan, args: &Args) -> Option<Approved> {
    if plan.wanted().is_empty() || saved_consents::is_allowed(&plan.mark()) {
        return Some(plan.approve());
    }
    if args.yes || !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        for warning in plan.warnings() {
            terminal::warn(format_args!("the program {warning}"));
        }
        return Some(plan.approve());
    }
    let name = &plan.agent().program.name;
    if !confirms(format_args!("Run {name}? {}\n\nStart this? [y/N] ", plan.question())) {
        terminal::complain("nothing was started: the answer was not `y`");
        return None;
    }
    if let Err(error) = saved_consents::allow(&plan.mark()) {
        terminal::warn(format_args!("the answer cannot be kept: {error}"));
    }
    Some(plan.approve())
}

/// Asks a question at the terminal. Everything but a yes is a no.
pub fn confirms(question: impl Display) -> bool {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "{question}");
    let _ = out.flush();
    drop(out);
    let mut answer = String::new();
    // Whoever does not answer does not agree.
    if std::io::stdin().lock().read_line(&mut answer).is_err() {
        return false;
    }
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
