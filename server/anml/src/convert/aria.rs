//! ARIA snapshots, as browser tools print them for agents, to ANML.
//!
//! Converts line by line and never fails: a line that is not part of a snapshot becomes content. Dialects: refs in
//! separate brackets (`- link "Home" [ref=e1]`, with values as YAML), all in one bracket (`- checkbox "a"
//! [checked=true, ref=e1]: x`), and both mixed.

mod element;
mod line;
mod refs;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, BufReader, Read};

use crate::syntax::depths::{Indent, Levels, STEP};
use element::Element;
use line::AriaLine;
use refs::Refs;

/// The longest line of a snapshot, in bytes. Longer lines are cut.
const LONGEST: u64 = 4 << 20;

/// Converts line by line.
#[derive(Default)]
pub struct Converter {
    levels: Levels,
    refs: Refs,
    /// The last element. Its properties may follow on separate lines.
    held: Option<Element>,
    /// 1 if the lines are below the name of a section, otherwise 0.
    section: u32,
    /// Whether elements start with a dash, so that a line without one is a text.
    dashed: bool,
}

impl Converter {
    /// Handles a line without its line feed. `out` gets the finished lines.
    pub fn line(&mut self, line: &str, out: &mut String) {
        let line = line.trim_start_matches('\u{feff}').trim_end();
        let content = line.trim_start_matches([' ', '\t']);
        if content.is_empty() {
            return;
        }
        let indent = Indent::of(&line.as_bytes()[..line.len() - content.len()]);
        self.dashed |= content.starts_with("- ");
        match line::read(content, self.dashed) {
            AriaLine::Property(key, value) => {
                let depth = self.levels.depth(indent) + self.section;
                let held = self.held.as_mut().filter(|held| held.depth + 1 == depth);
                if !held.is_some_and(|held| held.property(key, &value)) {
                    self.say(depth, &format!("> {key}: {}", one_line(&value)), out);
                }
            }
            AriaLine::Element(parts) => {
                let depth = self.levels.open(indent) + self.section;
                self.flush(out);
                self.held = Some(Element::new(depth, *parts, &mut self.refs));
            }
            AriaLine::Section(name) => {
                self.flush(out);
                self.levels = Levels::default();
                self.section = 1;
                out.push_str(&format!("section {}\n", crate::syntax::json::encode(name)));
            }
            AriaLine::Nothing(what) => self.say(self.section, &format!("~ {what}"), out),
            AriaLine::Text(text) => {
                let depth = self.levels.depth(indent) + self.section;
                self.say(depth, &format!("> {}", one_line(text)), out);
            }
        }
    }

    /// The end of the snapshot.
    pub fn finish(&mut self, out: &mut String) {
        self.flush(out);
    }

    fn say(&mut self, depth: u32, content: &str, out: &mut String) {
        self.flush(out);
        out.extend(std::iter::repeat_n(' ', (depth * STEP) as usize));
        out.extend([content.trim_end(), "\n"]);
    }

    fn flush(&mut self, out: &mut String) {
        if let Some(held) = self.held.take() {
            held.write(out);
        }
    }
}

/// `text` on one line.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

/// A whole snapshot, in canonical form.
pub fn convert(text: &str) -> String {
    let mut converter = Converter::default();
    let mut out = String::new();
    for line in text.split('\n') {
        converter.line(line, &mut out);
    }
    converter.finish(&mut out);
    out
}

/// An ARIA snapshot, read as ANML.
pub struct AriaReader<R> {
    input: BufReader<R>,
    converter: Converter,
    line: Vec<u8>,
    out: String,
    /// How much of `out` was handed out.
    given: usize,
    ended: bool,
}

impl<R: Read> AriaReader<R> {
    pub fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(64 << 10, input),
            converter: Converter::default(),
            line: Vec::new(),
            out: String::new(),
            given: 0,
            ended: false,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        self.out.clear();
        self.given = 0;
        while self.out.len() < 32 << 10 && !self.ended {
            self.line.clear();
            let read = self.input.by_ref().take(LONGEST).read_until(b'\n', &mut self.line)?;
            if read == 0 {
                self.ended = true;
                self.converter.finish(&mut self.out);
                break;
            }
            let line = self.line.strip_suffix(b"\n").unwrap_or(&self.line);
            self.converter.line(&String::from_utf8_lossy(line), &mut self.out);
        }
        Ok(())
    }
}

impl<R: Read> Read for AriaReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.given == self.out.len() && !self.ended {
            self.fill()?;
        }
        let rest = &self.out.as_bytes()[self.given..];
        let length = rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&rest[..length]);
        self.given += length;
        Ok(length)
    }
}
