//! Where a document may be cut: in the body, before a line that begins a block of Markdown, outside of every
//! action, comment, control structure (`{{ if }}` … `{{ end }}`) and code fence.
//!
//! So each chunk holds its control structures and fences whole, and what is left open at the end of a chunk is
//! left open at the end of the document. One that is never closed makes one long chunk of the rest.
//!
//! All that a chunk has to know of what comes before it is whether it belongs to the body.

use std::mem;

use agmark_syntax::{LineScan, State};

use crate::syntax::action_end::{self, Further, Pending, Reach, is_word};
use crate::syntax::fence::Fence;

/// A byte-order mark, which some editors put before the first line.
const BOM: char = '\u{feff}';

/// The words that open a control structure; `end` closes one.
pub(crate) fn opens_block(word: &str) -> bool {
    matches!(word, "if" | "range" | "with" | "define" | "block")
}

/// Whether `line`, without its line feed, is `---`, with blanks after it perhaps.
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
    /// In an action that may go on over lines. Nothing but blanks of it was seen yet if `empty`; `fence` is the
    /// open fence if it turns out that these lines are text.
    Action {
        pending: Pending,
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
    /// A comment that silences rules waits for the block that it is for.
    waiting: bool,
    /// The line before ends in a comment's `*/`: what closes the comment may be the start of the next.
    comment_open: bool,
    /// Before the first line after a cut, which is legal there by what came before.
    resumed: bool,
}

impl Scan {
    pub(crate) fn new(state: &State) -> Self {
        Self {
            mode: if state.is_start() { Mode::Start } else { Mode::Text },
            depth: 0,
            fence: None,
            after_blank: false,
            waiting: false,
            comment_open: false,
            resumed: !state.is_start(),
        }
    }

    /// Reads the text of a line from byte `at` on.
    fn text(&mut self, line: &str, mut at: usize) -> Mode {
        while let Some(open) = line[at..].find("{{") {
            let from = at + open + 2;
            at = if let Some(comment) = comment_start(line, from) {
                match line[comment..].find("*/") {
                    Some(end) => comment + end + 2,
                    None => return Mode::Comment,
                }
            } else {
                let inside = line[from..].strip_prefix('-').unwrap_or(&line[from..]);
                let (empty, word) = first_word(inside);
                match action_end::on_first_line(line, from) {
                    Reach::Ends(at) => {
                        self.block(word);
                        at
                    }
                    Reach::Pending(pending) => {
                        if !empty {
                            self.block(word);
                        }
                        let fence = self.fence;
                        return Mode::Action { pending, empty, word: None, fence };
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

    fn further(
        &mut self,
        line: &str,
        pending: Pending,
        mut empty: bool,
        mut word: Option<String>,
    ) -> Option<Mode> {
        if empty {
            let (still, first) = first_word(line);
            word = Some(first.to_owned());
            empty = still;
        }
        match action_end::on_further_line(line, pending) {
            Further::Closes(at) => {
                self.block(word.as_deref().unwrap_or(""));
                Some(self.text(line, at))
            }
            Further::Pending(pending) => Some(Mode::Action { pending, empty, word, fence: None }),
            Further::IsText => None,
        }
    }
}

impl LineScan for Scan {
    fn may_cut(&self, line: &str) -> bool {
        self.resumed
            || matches!(self.mode, Mode::Text)
                && self.depth == 0
                && self.fence.is_none()
                && !self.waiting
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
            Mode::Action { pending, empty, word, fence } => {
                let fence = Fence::after(fence, line);
                match self.further(line, pending, empty, word) {
                    Some(Mode::Action { pending, empty, word, .. }) => {
                        Mode::Action { pending, empty, word, fence }
                    }
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
        // The block that a comment is for starts with the first line after it that is not blank.
        if line.contains("agmark:") {
            self.waiting = true;
        } else if was_text && !blank {
            self.waiting = false;
        }
    }

    fn state(&self) -> State {
        State::default()
    }
}

/// Where the text of a comment starts, if one starts after the delimiter that ends at `from`.
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

/// Whether a text is only blanks; else its first word, which is empty where something else comes first.
fn first_word(text: &str) -> (bool, &str) {
    let text = text.trim_start_matches([' ', '\t', '\r']);
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    (text.is_empty(), &text[..end])
}

/// Whether a line begins a block of Markdown, as far as its first character tells: the grammar splits the text
/// there (`tree-sitter-grammars/markdownlang/src/document.h`).
fn begins_block(line: &str, after_blank: bool) -> bool {
    match line.chars().next() {
        None | Some(' ' | '\t' | '\r' | '\u{feff}') => false,
        Some('#' | '-' | '*' | '+' | '|' | '>' | '0'..='9') => true,
        Some(_) => after_blank,
    }
}

/// Whether a line may be front matter's delimiter, a rule, or what makes a heading of the line before.
fn is_underline(line: &str) -> bool {
    line.trim_end_matches([' ', '\t', '\r']).bytes().all(|b| b == b'-')
}
