//! Fenced code of Markdown.

/// A code fence that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fence {
    mark: u8,
    length: usize,
}

impl Fence {
    /// The fence that is open after `line`, if `open` was before it. Indentation is ignored, because a fence in a list is
    /// indented like the list.
    pub(crate) fn after(open: Option<Fence>, line: &str) -> Option<Fence> {
        let text = line.trim_matches([' ', '\t', '\r']);
        let Some(mark @ (b'`' | b'~')) = text.bytes().next() else { return open };
        let length = text.bytes().take_while(|b| *b == mark).count();
        let rest = &text[length..];
        match open {
            Some(fence) if fence.mark == mark && length >= fence.length && rest.is_empty() => None,
            Some(fence) => Some(fence),
            // Backticks after the mark make it code in a line.
            None if length >= 3 && !(mark == b'`' && rest.contains('`')) => Some(Fence { mark, length }),
            None => None,
        }
    }
}
