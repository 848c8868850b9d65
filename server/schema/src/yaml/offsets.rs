//! Converts the parser's character positions to byte offsets.

/// Byte offsets by character, computed in one pass, so that a whole text converts in linear time.
pub(super) struct Offsets {
    length: usize,
    /// The byte offset of each character; empty if the text is ASCII and both are equal.
    bytes: Vec<usize>,
}

impl Offsets {
    pub fn new(text: &str) -> Self {
        let bytes =
            if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() };
        Offsets { length: text.len(), bytes }
    }

    /// The byte offset of a character; the end of the text after the last one.
    pub fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            return character.min(self.length);
        }
        self.bytes.get(character).copied().unwrap_or(self.length)
    }
}
