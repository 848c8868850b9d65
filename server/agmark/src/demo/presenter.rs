//! Prints the demo, with pauses.

use std::fmt::Display;
use std::io::{self, Write};

use agmark_task::Stop;
use unicode_width::UnicodeWidthStr;

use super::keys::{Choice, Keyboard};
use crate::terminal::{BOLD, CYAN, DIM, Look, wrap};

/// Prints steps to standard output.
pub struct Presenter<W> {
    out: W,
    pub look: Look,
    keyboard: Option<Keyboard>,
    stop: Stop,
}

impl<W: Write> Presenter<W> {
    /// A presenter that waits for a key between steps, if there is a keyboard.
    pub fn new(out: W, look: Look, keyboard: Option<Keyboard>, stop: Stop) -> Self {
        Self { out, look, keyboard, stop }
    }

    /// Waits for a key after the step with this number.
    pub fn wait(&mut self, step: usize, steps: usize) -> io::Result<Choice> {
        self.out.flush()?;
        if self.stop.is_set() {
            return Ok(Choice::Leave);
        }
        let Some(keyboard) = &mut self.keyboard else { return Ok(Choice::Next) };
        let prompt = format!("({step} of {steps}) {}", Keyboard::HELP);
        // The presenter's own output passes no carriage return to a terminal.
        let mut terminal = anstream::stdout();
        write!(terminal, "{} ", self.look.paint(DIM, &prompt))?;
        terminal.flush()?;
        let choice = keyboard.choice(&self.stop);
        write!(terminal, "\r{:1$}\r", "", prompt.width() + 1)?;
        terminal.flush()?;
        choice
    }

    /// Prints the title of a step.
    pub fn title(&mut self, title: impl Display, beside: impl Display) -> io::Result<()> {
        let (title, beside) = (title.to_string(), beside.to_string());
        let used = title.width() + beside.width() + 8;
        let rule = "─".repeat(self.look.width.saturating_sub(used).max(2));
        let (title, beside) = (self.look.paint(BOLD, title), self.look.paint(DIM, beside));
        writeln!(self.out, "\n── {title} {rule} {beside} ──")
    }

    /// Prints a paragraph.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{}", wrap(&text.to_string(), self.look.width))
    }

    /// Prints a message of the protocol.
    pub fn wire(&mut self, method: &str, what: impl Display) -> io::Result<()> {
        let arrow = self.look.paint(DIM, "→");
        writeln!(self.out, "{arrow} {} {}", self.look.paint(CYAN, method), self.look.paint(DIM, what))
    }

    /// Prints text without wrapping it.
    pub fn show(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")
    }

    /// Prints what the demo has to show by now.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
