//! Standard output and standard error, as terminals or not.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

pub use agmark_files::plain;
use agmark_files::{Lines, styled};
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};
use terminal_size::{Height, Width, terminal_size_of};
use unicode_width::UnicodeWidthStr;

use crate::program_name;

/// The width of texts if standard output is not a terminal.
const WIDTH: usize = 100;

static QUIET: AtomicBool = AtomicBool::new(false);

pub const BOLD: Style = Style::new().bold();
pub const DIM: Style = Style::new().dimmed();
pub const RED: Style = AnsiColor::BrightRed.on_default().bold();
pub const YELLOW: Style = AnsiColor::Yellow.on_default().bold();
pub const GREEN: Style = AnsiColor::Green.on_default();
pub const CYAN: Style = AnsiColor::Cyan.on_default();

/// When colors are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    Always,
    Never,
}

/// Sets when colors are used from here on.
pub fn set_color(color: Color) {
    let choice = match color {
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    };
    choice.write_global();
}

/// How standard output shows text.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Whether colors are used.
    pub colour: bool,
    /// Columns of the terminal.
    pub width: usize,
}

impl Look {
    /// Without colors.
    pub const PLAIN: Self = Self { colour: false, width: WIDTH };

    pub fn of_stdout() -> Self {
        Self::with(AutoStream::choice(&io::stdout()), terminal_size_of(io::stdout()))
    }

    pub fn of_stderr() -> Self {
        Self::with(AutoStream::choice(&io::stderr()), terminal_size_of(io::stderr()))
    }

    fn with(choice: ColorChoice, size: Option<(Width, Height)>) -> Self {
        let width = size.map(|(width, _)| usize::from(width.0));
        Self {
            colour: choice != ColorChoice::Never,
            width: width.filter(|width| *width > 0).map_or(WIDTH, |width| width.max(20)),
        }
    }

    /// `text` in a style, if colors are used.
    pub fn paint(self, style: Style, text: impl Display) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }
}

/// Standard output, buffered. Colors are converted for old consoles. Output to a terminal is made safe: see [`Guarded`].
pub fn stdout(look: Look) -> impl Write {
    let raw = io::stdout().lock();
    let terminal = raw.is_terminal();
    let stream = if look.colour { AutoStream::always(raw) } else { AutoStream::always_ansi(raw) };
    Guarded::new(BufWriter::with_capacity(64 << 10, stream), look, terminal)
}

/// Standard error, for a report that must not be on standard output.
pub fn stderr(look: Look) -> impl Write {
    let raw = io::stderr().lock();
    let terminal = raw.is_terminal();
    let stream = if look.colour { AutoStream::always(raw) } else { AutoStream::always_ansi(raw) };
    Guarded::new(BufWriter::new(stream), look, terminal)
}

/// Passes text, line ends and agmark's own colors to a terminal and escapes other control sequences, because documents
/// can contain any. Output to a file or a pipe is not changed.
struct Guarded<W: Write> {
    out: W,
    colour: bool,
    /// The incomplete last line; none if the output is not a terminal.
    line: Option<Vec<u8>>,
}

impl<W: Write> Guarded<W> {
    fn new(out: W, look: Look, terminal: bool) -> Self {
        Self { out, colour: look.colour, line: terminal.then(Vec::new) }
    }
}

impl<W: Write> Write for Guarded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(line) = &mut self.line else { return self.out.write(bytes) };
        line.extend_from_slice(bytes);
        if let Some(end) = line.iter().rposition(|b| *b == b'\n') {
            let rest = line.split_off(end + 1);
            let text = String::from_utf8_lossy(line).into_owned();
            *line = rest;
            self.out.write_all(styled(&text, self.colour).as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let Some(line) = &mut self.line {
            let text = String::from_utf8_lossy(&std::mem::take(line)).into_owned();
            self.out.write_all(styled(&text, self.colour).as_bytes())?;
        }
        self.out.flush()
    }
}

/// Ignores the error that the reader of the output has ended (`| head`).
pub fn unless_gone(written: io::Result<()>) -> io::Result<()> {
    match written {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}

/// Whether the error is that the reader of the output has ended.
pub fn is_gone(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
}

/// Writes to standard output; it is not an error if the reader has ended.
pub fn print(text: impl Display) -> io::Result<()> {
    let mut out = stdout(Look::of_stdout());
    unless_gone(write!(out, "{text}").and_then(|()| out.flush()))
}

/// Prints an error on standard error.
pub fn complain(message: impl Display) {
    say(RED, "error", message);
}

/// Prints a warning on standard error.
pub fn warn(message: impl Display) {
    say(YELLOW, "warning", message);
}

/// Prints a note on standard error, unless the program is quiet.
pub fn note(message: impl Display) {
    if !is_quiet() {
        say(BOLD, "note", message);
    }
}

/// Prints no notes and no summaries from here on.
pub fn set_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Whether notes and summaries are not printed.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

fn say(style: Style, word: &str, message: impl Display) {
    // If standard error cannot be written, there is no way to report it.
    let said = message.to_string();
    let _ = writeln!(anstream::stderr(), "{style}{word}{style:#}: {}", Lines(program_name::renamed(&said)));
}

/// Prints on standard error what is wrong with the arguments. The message quotes them, so it is made safe.
pub fn say_usage(error: &clap::Error) {
    let colour = Look::of_stderr().colour;
    let message = error.render();
    let text = if colour { message.ansi().to_string() } else { message.to_string() };
    let _ = write!(anstream::stderr(), "{}", styled(&program_name::renamed(&text), colour));
}

/// Prints the help or the version that the arguments ask for.
pub fn say_help(asked: &clap::Error) {
    let _ = write!(anstream::stdout(), "{}", program_name::renamed(&asked.render().ansi().to_string()));
}

/// Text of whole paragraphs, in lines of at most `width` columns. Lines that begin with white space, a list
/// mark or a fence are not changed.
pub fn wrap(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut column = 0;
    for line in text.lines() {
        let laid_out =
            line.starts_with([' ', '\t', '|']) || line.starts_with("- ") || line.starts_with("```");
        if laid_out || line.is_empty() {
            if column > 0 {
                out.push('\n');
            }
            out.push_str(line);
            out.push('\n');
            column = 0;
            continue;
        }
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            let long = word.width();
            if column > 0 && column + 1 + long > width {
                out.push('\n');
                column = 0;
            } else if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += long;
        }
    }
    out.truncate(out.trim_end_matches('\n').len());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_and_lists_stay() {
        let text = "one two three\nfour\n\n- a list that is not wrapped\n    code that is not\nfive six";
        let laid = "one two\nthree four\n\n- a list that is not wrapped\n    code that is not\nfive six";
        assert_eq!(wrap(text, 10), laid);
        assert_eq!(wrap("東京 東京 東京", 9), "東京 東京\n東京");
    }

    #[test]
    fn a_terminal_gets_no_sequences_of_others() {
        let look = Look { colour: true, width: 80 };
        let written = |pieces: &[&str], terminal| {
            let mut out = Vec::new();
            let mut guarded = Guarded::new(&mut out, look, terminal);
            pieces.iter().for_each(|piece| guarded.write_all(piece.as_bytes()).unwrap());
            guarded.flush().unwrap();
            String::from_utf8(out).unwrap()
        };
        let (own, foreign) = (look.paint(RED, "x"), "\u{1b}]0;title\u{7}");
        assert_eq!(written(&[&own, "\n", "\u{1b}", "[2J"], true), format!("{own}\n\\u{{1b}}[2J"));
        assert!(!written(&[foreign], true).contains('\u{1b}'));
        assert_eq!(written(&[foreign], false), foreign);
    }
}
