//! Prints the demo, with pauses.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use crate::terminal::{BOLD, CYAN, DIM, Look, wrap};

/// The pause between scenes.
const PAUSE: Duration = Duration::from_millis(1200);

/// Prints scenes to standard output.
pub struct Presenter<W> {
    out: W,
    pub look: Look,
    pause: Duration,
}

impl<W: Write> Presenter<W> {
    /// A presenter that pauses if the output is a terminal, unless `fast` is set.
    pub fn new(out: W, look: Look, fast: bool) -> Self {
        let pause = if fast || !io::stdout().is_terminal() { Duration::ZERO } else { PAUSE };
        Self { out, look, pause }
    }

    /// Prints the title of a scene.
    pub fn scene(&mut self, title: impl Display, beside: &str) -> io::Result<()> {
        self.out.flush()?;
        std::thread::sleep(self.pause);
        let title = title.to_string();
        let used = title.chars().count() + beside.chars().count() + 8;
        let rule = "─".repeat(self.look.width.min(100).saturating_sub(used).max(2));
        let (title, beside) = (self.look.paint(BOLD, title), self.look.paint(DIM, beside));
        writeln!(self.out, "\n── {title} {rule} {beside} ──")
    }

    /// Waits for half a pause.
    pub fn pause(&mut self) -> io::Result<()> {
        self.out.flush()?;
        std::thread::sleep(self.pause / 2);
        Ok(())
    }

    /// Prints a paragraph.
    pub fn say(&mut self, text: impl Display) -> io::Result<()> {
        writeln!(self.out, "{}", wrap(&text.to_string(), self.look.width.min(100)))
    }

    /// Prints a message of the protocol.
    pub fn wire(&mut self, method: &str, what: impl Display) -> io::Result<()> {
        let arrow = self.look.paint(DIM, "→");
        writeln!(self.out, "{arrow} {} {}", self.look.paint(CYAN, method), self.look.paint(DIM, what))
    }

    /// Prints text without wrapping it.
    pub fn show(&mut self, text: impl Display) -> io::Result<()> {
        write!(self.out, "{text}")?;
        self.out.flush()
    }
}
