//! Waits for a key between two steps.

use std::io::{self, IsTerminal};

use agmark_task::Stop;
#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, SpecialCodeIndex, Termios, tcgetattr, tcsetattr};

/// What a person wants after a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    Next,
    Leave,
}

/// The keyboard, if a person sits at a terminal.
pub fn keyboard() -> Option<Keyboard> {
    let sits = io::stdin().is_terminal() && io::stdout().is_terminal();
    sits.then(Keyboard::open).and_then(Result::ok)
}

/// The terminal, which gives each key at once and does not show it.
#[cfg(unix)]
pub struct Keyboard {
    before: Termios,
    during: Termios,
}

#[cfg(unix)]
impl Keyboard {
    pub const HELP: &str = "any key: next, q: quit";

    fn open() -> io::Result<Self> {
        let before = tcgetattr(io::stdin())?;
        let mut during = before.clone();
        // Ctrl+C remains a signal.
        during.local_modes.remove(LocalModes::ICANON | LocalModes::ECHO);
        // A read without a key returns after a tenth of a second.
        during.special_codes[SpecialCodeIndex::VMIN] = 0;
        during.special_codes[SpecialCodeIndex::VTIME] = 1;
        tcsetattr(io::stdin(), OptionalActions::Now, &during)?;
        Ok(Self { before, during })
    }

    /// Waits for a key, or for `stop`.
    pub fn choice(&mut self, stop: &Stop) -> io::Result<Choice> {
        // A read that returns nothing before this time is at the end of its input.
        const AT_ONCE: std::time::Duration = std::time::Duration::from_millis(20);
        const ESCAPE: u8 = 0x1b;
        const END_OF_INPUT: u8 = 4;
        // A shell may have changed the terminal while the demo was suspended.
        tcsetattr(io::stdin(), OptionalActions::Now, &self.during)?;
        let mut key = [0];
        while !stop.is_set() {
            let begun = std::time::Instant::now();
            match rustix::io::read(io::stdin(), &mut key) {
                Ok(0) if begun.elapsed() < AT_ONCE => break,
                Ok(0) | Err(rustix::io::Errno::INTR) => continue,
                Ok(_) => {}
                Err(error) => return Err(error.into()),
            }
            return Ok(match key[0] {
                b'q' | b'Q' | END_OF_INPUT => Choice::Leave,
                ESCAPE if !skip_sequence() => Choice::Leave,
                _ => Choice::Next,
            });
        }
        Ok(Choice::Leave)
    }
}

/// Skips what an arrow key or the like sends after Escape; returns false if there is nothing.
#[cfg(unix)]
fn skip_sequence() -> bool {
    let mut next = [0];
    let mut any = false;
    while matches!(rustix::io::read(io::stdin(), &mut next), Ok(1)) {
        // `ESC [ 1 ; 5 C`, `ESC O P`, `ESC x`
        if !matches!((any, next[0]), (false, b'[' | b'O') | (true, b'0'..=b'?')) {
            return true;
        }
        any = true;
    }
    any
}

#[cfg(unix)]
impl Drop for Keyboard {
    fn drop(&mut self) {
        let _ = tcsetattr(io::stdin(), OptionalActions::Now, &self.before);
    }
}

/// The terminal, which gives a line after the Enter key.
#[cfg(not(unix))]
pub struct Keyboard;

#[cfg(not(unix))]
impl Keyboard {
    pub const HELP: &str = "Enter: next, q and Enter: quit";

    fn open() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for a line.
    pub fn choice(&mut self, stop: &Stop) -> io::Result<Choice> {
        let mut line = String::new();
        let ended = io::stdin().read_line(&mut line)? == 0;
        let leave = ended || stop.is_set() || line.trim().eq_ignore_ascii_case("q");
        Ok(if leave { Choice::Leave } else { Choice::Next })
    }
}
