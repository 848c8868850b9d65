//! Consent on the command line: shows what a program starts and calls, and asks the user at a terminal.

use std::fmt::Display;
use std::io::{BufRead, IsTerminal, Write};

use agmark_run::{Approved, Plan};

use super::args::Args;
use crate::saved_consents;
use crate::terminal;

/// The approved plan; none if the user refused. The command itself is the consent for a program without servers, and
/// outside of a terminal, for example in a script. With `-remember` there is always a question, and its answer is kept.
pub fn approved(plan: Plan, args: &Args) -> Option<Approved> {
    let asks = args.remember || !plan.servers().is_empty();
    if !asks || saved_consents::is_allowed(&plan.fingerprint()) {
        return Some(plan.approve());
    }
    let terminal = std::io::stdin().is_terminal() && std::io::stderr().is_terminal();
    if args.remember && !terminal {
        terminal::complain("-remember asks a question: run the program at a terminal");
        return None;
    }
    if !terminal || (args.yes && !args.remember) {
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
    if let Err(error) = saved_consents::allow(&plan.fingerprint()) {
        terminal::warn(format_args!("the answer cannot be kept: {error}"));
    }
    Some(plan.approve())
}

/// Asks a question at the terminal. Every answer except yes means no.
pub fn confirms(question: impl Display) -> bool {
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "{question}");
    let _ = out.flush();
    drop(out);
    let mut answer = String::new();
    // No answer means no.
    if std::io::stdin().lock().read_line(&mut answer).is_err() {
        return false;
    }
    matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
}
