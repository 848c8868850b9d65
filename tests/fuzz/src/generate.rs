//! Inputs: examples of this project with random changes, and texts put together from their lines and words.

use std::ops::Bound;

use bolero::{Driver, ValueGenerator};

use crate::targets::seeds;
use crate::{Case, Target};

/// How a part of an input is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A text like the examples of this kind.
    Like(seeds::Kind),
    /// An earlier part, by its index, with changes.
    Changed(usize),
    /// A few letters, for choices.
    Choice,
}

/// No text gets longer than this, so that one input is never slow.
const LONGEST: usize = 12_000;

/// Characters that mean something somewhere.
const SPECIAL: &[&str] = &[
    "\n",
    "\r\n",
    "\r",
    "\t",
    "  ",
    "    ",
    "\u{feff}",
    "\0",
    "é",
    "東",
    "🎉",
    "\u{2028}",
    "\u{85}",
    "e\u{301}",
    "\"",
    "'",
    "`",
    "```",
    "\"\"\"",
    "~~~",
    "---\n",
    "{{",
    "}}",
    "{{ end }}",
    "[",
    "]",
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "=",
    ":",
    ": ",
    "- ",
    "#",
    "@",
    ".",
    "..",
    "/",
    "\\",
    "\\u{d83d}",
    "\\ud83d",
    "&#0;",
    "|",
    "||",
    "*",
    "**",
    "_",
    "$",
    "${x}",
    "null",
    "true",
    "-0",
    "1e999",
    "9223372036854775808",
    "18446744073709551616",
    "\u{202e}",
    "\u{1b}[31m",
    "%",
    "%2e%2e",
];

/// The inputs of a target.
pub struct Inputs {
    parts: &'static [Part],
}

impl Inputs {
    pub fn new(target: &'static Target) -> Self {
        Self { parts: target.parts }
    }
}

impl ValueGenerator for Inputs {
    type Output = Case;

    fn generate<D: Driver>(&self, driver: &mut D) -> Option<Case> {
        let mut texts: Vec<String> = Vec::new();
        for part in self.parts {
            let text = match part {
                Part::Like(kind) => like(driver, seeds::of(*kind)),
                Part::Changed(of) => {
                    let base = texts.get(*of).cloned().unwrap_or_default();
                    let kind = self.parts.get(*of).and_then(|part| part.kind()).unwrap_or(seeds::Kind::Anml);
                    changed(driver, base, seeds::of(kind))
                }
                Part::Choice => (0..3).map(|_| char::from(b'a' + below(driver, 26) as u8)).collect(),
            };
            texts.push(text);
        }
        Some(Case::new(texts))
    }
}

impl Part {
    fn kind(self) -> Option<seeds::Kind> {
        match self {
            Self::Like(kind) => Some(kind),
            Self::Changed(_) | Self::Choice => None,
        }
    }
}

/// A text like the examples.
fn like<D: Driver>(driver: &mut D, seeds: &seeds::Seeds) -> String {
    let mut text = match below(driver, 16) {
        0 => bytes(driver, 200),
        1 | 2 => (0..below(driver, 40)).map(|_| piece(driver, seeds)).collect(),
        3 => {
            let (a, b) = (example(driver, seeds), example(driver, seeds));
            let (at, from) = (floor(&a, below(driver, a.len() + 1)), floor(&b, below(driver, b.len() + 1)));
            format!("{}{}", &a[..at], &b[from..])
        }
        4 => example(driver, seeds),
        _ => {
            let text = example(driver, seeds);
            changed(driver, text, seeds)
        }
    };
    text.truncate(floor(&text, LONGEST));
    match below(driver, 24) {
        0 => text.replace("\r\n", "\n").replace('\n', "\r\n"),
        1 => format!("\u{feff}{text}"),
        2 => text.trim_end().to_owned(),
        _ => text,
    }
}

/// A text with one to seven changes.
fn changed<D: Driver>(driver: &mut D, mut text: String, seeds: &seeds::Seeds) -> String {
    for _ in 0..=below(driver, 7) {
        if below(driver, 2) == 0 {
            change_line(driver, &mut text, seeds)
        } else {
            change_place(driver, &mut text, seeds)
        }
    }
    text.truncate(floor(&text, LONGEST));
    text
}

/// Replaces, removes, doubles or inserts something somewhere.
fn change_place<D: Driver>(driver: &mut D, text: &mut String, seeds: &seeds::Seeds) {
    let from = below(driver, text.len() + 1);
    let reach = if below(driver, 6) == 0 { 200 } else { 5 };
    let start = floor(text, from);
    let end = floor(text, from + below(driver, reach)).max(start);
    let with = match below(driver, 6) {
        0 => String::new(),
        1 => bytes(driver, 4),
        2 => text[start..end].repeat(2),
        3 => SPECIAL[below(driver, SPECIAL.len())].to_owned(),
        4 => SPECIAL[below(driver, SPECIAL.len())].repeat(1 + below(driver, 300)),
        _ => piece(driver, seeds),
    };
    text.replace_range(start..end, &with);
}

/// Removes, doubles, moves, indents or exchanges a line.
fn change_line<D: Driver>(driver: &mut D, text: &mut String, seeds: &seeds::Seeds) {
    let mut lines: Vec<String> = text.split_inclusive('\n').map(str::to_owned).collect();
    if lines.is_empty() {
        return;
    }
    let at = below(driver, lines.len());
    match below(driver, 8) {
        0 => drop(lines.remove(at)),
        1 => lines.insert(at, lines[at].clone()),
        2 => {
            let line = lines.remove(at);
            lines.insert(below(driver, lines.len() + 1), line);
        }
        3 => lines[at].insert_str(0, &" ".repeat(1 + below(driver, 4))),
        4 => lines[at] = lines[at].trim_start_matches(' ').to_owned(),
        5 => lines.insert(at, seeds.lines[below(driver, seeds.lines.len())].clone()),
        6 => lines[at] = seeds.lines[below(driver, seeds.lines.len())].clone(),
        _ => {
            let other = below(driver, lines.len());
            lines.swap(at, other);
        }
    }
    *text = lines.concat();
}

fn piece<D: Driver>(driver: &mut D, seeds: &seeds::Seeds) -> String {
    match below(driver, 4) {
        0 => SPECIAL[below(driver, SPECIAL.len())].to_owned(),
        1 => seeds.lines[below(driver, seeds.lines.len())].clone(),
        _ => seeds.words[below(driver, seeds.words.len())].clone(),
    }
}

fn example<D: Driver>(driver: &mut D, seeds: &seeds::Seeds) -> String {
    seeds.texts[below(driver, seeds.texts.len())].clone()
}

fn bytes<D: Driver>(driver: &mut D, most: usize) -> String {
    let bytes: Vec<u8> = (0..below(driver, most)).map(|_| below(driver, 256) as u8).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A number below `limit`; 0 if that is 0.
fn below<D: Driver>(driver: &mut D, limit: usize) -> usize {
    let limit = limit.clamp(1, 1 << 16) as u32;
    let word = driver.gen_u32(Bound::Unbounded, Bound::Unbounded).unwrap_or(0);
    (word % limit) as usize
}

/// The character boundary at or before `offset`, at most the end.
pub fn floor(text: &str, offset: usize) -> usize {
    let mut at = offset.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}
