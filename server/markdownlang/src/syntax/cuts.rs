//! The line scan. A document may be cut in the body, before a line that starts a block of Markdown, outside of every
//! action, comment, control structure (`{{ if }}` … `{{ end }}`) and code fence.
//!
//! So each chunk contains whole control structures and fences, and one that is open at the end of a chunk is open at the end
//! of the document. After one that is never closed, the rest of the document is one chunk.
//!
//! A chunk depends on the text before it only in whether it belongs to the body.

use std::mem;

use agmark_syntax::{LineScan, State};
use tree_sitter_markdownlang::lines::{self, ActionState, OpenAction, is_word};

use crate::syntax::fence::Fence;

/// The byte-order mark, which some editors write before the first line.
const BOM: char = '\u{feff}';

/// Whether a keyword opens a control structure. `end` closes one.
pub(crate) fn opens_block(word: &str) -> bool {
    matches!(word, "if" | "range" | "with" | "define" | "block")
}

/// Whether `line` (without its line feed) is `---`, with or without blanks after it.
pub(crate) fn is_delimiter(line: &str) -> bool {
    let rest = line.strip_prefix("---").map(|rest| rest.trim_start_matches([' ', '\t']));
    matches!(rest, Some("" | "\r"))
}

#[derive(Clone)]
enum Mode {
    /// Before the first line.
    Start,
    FrontMatter,
    Text,
    Comment,
    /// In an action that may continue over lines. `empty`: it has only blanks so far. `fence` is the open fence if these
    /// lines are text after all.
    Action {
        open: OpenAction,
        empty: bool,
        word: Option<String>,
        fence: Option<Fence>,
    },
}

/// The line scan of markdownlang.
pub(crate) struct Scan {
    mode: Mode,
    /// How many control structures are open.
    depth: usize,
    fence: Option<Fence>,
    after_blank: bool,
    /// A comment that silences rules was read, and the block that it is for was not.
    silences_next: bool,
    /// The line before ends with the `*/` of a comment. The braces that close it may be on the next line.
    comment_open: bool,
    /// No line was read since a cut, so a cut is legal here.
    resumed: bool,
}

impl Scan {
    pub(crate) fn new(state: &State) -> Self {
        Self {
            mode: if state.is_start() { Mode::Start } else { Mode::Text },
            depth: 0,
            fence: None,
            after_blank: false,
            silences_next: false,
            comment_open: false,
            resumed: !state.is_start(),
        }
    }

    /// Reads the text of a line from byte `at` on.
    fn text(&mut self, line: &str, mut at: usize) -> Mode {
        while let Some(start) = line[at..].find("{{") {
            let from = at + start + 2;
            at = if let Some(comment) = comment_start(line, from) {
                match line[comment..].find("*/") {
                    Some(end) => comment + end + 2,
                    None => return Mode::Comment,
                }
            } else {
                let inside = line[from..].strip_prefix('-').unwrap_or(&line[from..]);
                let (empty, word) = first_word(inside);
                match lines::first_line(line, from) {
                    ActionState::Ends(at) => {
                        self.block(word);
                        at
                    }
                    ActionState::IsText => from,
                    ActionState::Open(open) => {
                        if !empty {
                            self.block(word);
                        }
                        let fence = self.fence;
                        return Mode::Action { open, empty, word: None, fence };
                    }
                }
            };
            self.comment_open = at == line.len() && line.ends_with("*/");
        }
        Mode::Text
    }

    fn block(&mut self, word: &str) {
        if opens_block(word) {
            self.depth += 1;
        } else if word == "end" {
            self.depth = self.depth.saturating_sub(1);
        }
    }

    /// Reads a further line of an action; `None` if it is text.
    fn further(
        &mut self,
        line: &str,
        open: OpenAction,
        mut empty: bool,
        mut word: Option<String>,
    ) -> Option<Mode> {
        if empty {
            let (still, first) = first_word(line);
            word = Some(first.to_owned());
            empty = still;
        }
        match lines::further_line(line, open) {
            ActionState::Ends(at) => {
                self.block(word.as_deref().unwrap_or(""));
                Some(self.text(line, at))
            }
            ActionState::Open(open) => Some(Mode::Action { open, empty, word, fence: None }),
            ActionState::IsText => None,
        }
    }
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        self.resumed
            || matches!(self.mode, Mode::Text)
                && self.depth == 0
                && self.fence.is_none()
                && !self.silences_next
                && !(self.comment_open && line.starts_with("-}}"))
                && begins_block(line, self.after_blank)
                && !is_underline(line)
    }

    fn pass(&mut self, line: &str) {
        self.resumed = false;
        self.comment_open = false;
        let was_text = matches!(self.mode, Mode::Text);
        self.mode = match mem::replace(&mut self.mode, Mode::Text) {
            Mode::Start if is_delimiter(line.strip_prefix(BOM).unwrap_or(line)) => Mode::FrontMatter,
            Mode::FrontMatter if is_delimiter(line) => Mode::Text,
            Mode::FrontMatter => Mode::FrontMatter,
            Mode::Start | Mode::Text => {
                self.fence = Fence::after(self.fence, line);
                self.text(line, 0)
            }
            Mode::Comment => match line.find("*/") {
                Some(end) => {
                    self.comment_open = end + 2 == line.len();
                    self.text(line, end + 2)
                }
                None => Mode::Comment,
            },
            Mode::Action { open, empty, word, fence } => {
                let fence = Fence::after(fence, line);
                match self.further(line, open, empty, word) {
                    Some(Mode::Action { open, empty, word, .. }) => Mode::Action { open, empty, word, fence },
                    Some(mode) => mode,
                    None => {
                        self.fence = fence;
                        self.text(line, 0)
                    }
                }
            }
        };
        let blank = line.bytes().all(|b| matches!(b, b' ' | b'\t' | b'\r'));
        self.after_blank = blank;
        // The block that a comment is for starts with the first nonblank line after it.
        if line.contains("agmark:") {
            self.silences_next = true;
        } else if was_text && !blank {
            self.silences_next = false;
        }
    }

    fn state(&self) -> State {
        State::default()
    }
}

/// The start of a comment's text, if a comment starts after the delimiter that ends at `from`.
fn comment_start(line: &str, from: usize) -> Option<usize> {
    let mut at = from;
    if line[at..].starts_with('-') {
        at += 1;
        if line[at..].starts_with([' ', '\t', '\r']) {
            at += 1;
        }
    }
    line[at..].starts_with("/*").then_some(at + 2)
}

/// Whether a text is blank, and its first word, which is empty if the text starts with another character.
fn first_word(text: &str) -> (bool, &str) {
    let text = text.trim_start_matches([' ', '\t', '\r']);
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    (text.is_empty(), &text[..end])
}

/// Whether a line can start a block of Markdown. The grammar splits the text there.
fn begins_block(line: &str, after_blank: bool) -> bool {
    line.chars().next().is_some_and(|first| first != BOM && lines::begins_block(first, after_blank))
}

/// Whether a line can be a delimiter of the front matter, a thematic break, or the underline of a heading.
fn is_underline(line: &str) -> bool {
    line.trim_end_matches([' ', '\t', '\r']).bytes().all(|b| b == b'-')
}
