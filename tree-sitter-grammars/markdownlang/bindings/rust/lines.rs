//! Parts of the scanner for programs that read a document line by line, without a tree. They are the scanner's own functions.

use std::ffi::c_int;

unsafe extern "C" {
    fn tree_sitter_markdownlang_first_line(line: *const u8, length: u32, from: u32, end: *mut u32) -> c_int;
    fn tree_sitter_markdownlang_further_line(line: *const u8, length: u32, raw: bool, end: *mut u32)
    -> c_int;
    fn tree_sitter_markdownlang_is_word(c: u32) -> bool;
    fn tree_sitter_markdownlang_begins_block(c: u32, after_blank_line: bool) -> bool;
}

/// What is known of an action after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionState {
    /// It ends in the line. Text continues at this byte.
    Ends(usize),
    /// It continues in the next line if the text up to `}}` is valid in an action.
    Open(OpenAction),
    /// A further line is not valid in an action: the action ended with its first line.
    IsText,
}

/// An action without an end so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenAction {
    in_raw_string: bool,
}

impl ActionState {
    /// The value of the C enum `ActionState`.
    fn new(state: c_int, end: u32) -> Self {
        match state {
            0 => Self::Ends(end as usize),
            1 => Self::Open(OpenAction { in_raw_string: false }),
            2 => Self::Open(OpenAction { in_raw_string: true }),
            _ => Self::IsText,
        }
    }
}

/// Reads the first line of an action from byte `from`, which is after its start delimiter. `line` has no line feed.
pub fn first_line(line: &str, from: usize) -> ActionState {
    let from = from.min(line.len());
    let mut end = 0;
    // SAFETY: the function reads `length` bytes of `line` from `from` on and writes `end`; `from` is at most `length`.
    let state = unsafe {
        tree_sitter_markdownlang_first_line(line.as_ptr(), length(line), length(&line[..from]), &raw mut end)
    };
    ActionState::new(state, end)
}

/// Reads a line after the first of an action that is still open.
pub fn further_line(line: &str, open: OpenAction) -> ActionState {
    let mut end = 0;
    // SAFETY: the function reads `length` bytes of `line` and writes `end`.
    let state = unsafe {
        tree_sitter_markdownlang_further_line(line.as_ptr(), length(line), open.in_raw_string, &raw mut end)
    };
    ActionState::new(state, end)
}

/// Whether a character can be in a name.
pub fn is_word(c: char) -> bool {
    // SAFETY: the function has no preconditions.
    unsafe { tree_sitter_markdownlang_is_word(c.into()) }
}

/// Whether the grammar splits the text before a line that starts with `c`.
pub fn begins_block(c: char, after_blank_line: bool) -> bool {
    // SAFETY: the function has no preconditions.
    unsafe { tree_sitter_markdownlang_begins_block(c.into(), after_blank_line) }
}

/// The length of a text. tree-sitter's limit for a document is the same.
fn length(text: &str) -> u32 {
    u32::try_from(text.len()).unwrap_or(u32::MAX)
}
