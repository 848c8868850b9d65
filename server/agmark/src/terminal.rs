//! What the program writes to: standard output and standard error, as terminals or not.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The width that is laid out for where standard output is no terminal.
const WIDTH: usize = 100;

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const RED: Style = AnsiColor::BrightRed.on_default().bold();
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
pub const GREEN: Style = AnsiColor::Green.on_default();
pub const CYAN: Style = AnsiColor::Cyan.on_default();

/// How standard output shows text.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether colours are seen: a terminal, and neither `NO_COLOR` nor its like.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Look {
    pub fn of_stdout() -> Self {
        let colour = AutoStream::choice(&io::stdout()) != ColorChoice::Never;
        let width = terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0));
        Self { colour, width: width.max(20) }
    }

    /// `text` in a style, where colours are seen.
    pub fn paint(self, style: Style, text: impl Display) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// Standard output, buffered. Old consoles that need it get their colours in another way.
pub fn stdout(look: Look) -> impl Write {
    let raw = io::stdout().lock();
    let stream = if look.colour { AutoStream::always(raw) } else { AutoStream::always_ansi(raw) };
    BufWriter::with_capacity(64 << 10, stream)
}

/// A reader that went away (`| head`) is no failure of ours.
pub fn unless_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Writes to standard output; a reader that went away is no failure.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = stdout(Look::of_stdout());
    unless_gone(write!(out, "{text}").and_then(|()| out.flush()))
}

/// Says on standard error what went wrong.
pub fn complain(message: impl Display) {
    say(RED, "error", message);
}

/// Says on standard error what should be known.
pub fn note(message: impl Display) {
    say(BOLD, "note", message);
}

fn say(style: Style, word: &str, message: impl Display) {
    // Where standard error is gone too, there is nobody left to tell.
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}: {message}");
}

/// `text` on one line and without anything that a terminal would obey: control characters are written
/// out as `\u{1b}`, line breaks as `\n`.
pub fn plain(text: &str) -> Cow<'_, str> {
    let odd = |c: char| {
        c.is_control()
            || matches!(c, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if !text.contains(odd) {
        return Cow::Borrowed(text);
    }
    text.chars().map(|c| if odd(c) { c.escape_default().to_string() } else { c.to_string() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_cannot_steer_the_terminal() {
        assert_eq!(plain("naïve “x”"), "naïve “x”");
        assert_eq!(plain("a\u{1b}[2Jb\nc\u{202e}"), "a\\u{1b}[2Jb\\nc\\u{202e}");
    }
}
