//! From characters, which the parser counts, to bytes.

/// Byte offsets by character. Made in one pass, so that a whole text converts in linear time.
pub(super) struct Offsets {
    length: usize,
    /// The byte offset of every character; empty where the text is ASCII and both counts are the same.
    bytes: Vec<usize>,
}

impl Offsets {
    pub fn new(text: &str) -> Self {
        let bytes =
            if text.is_ascii() { Vec::new() } else { text.char_indices().map(|(at, _)| at).collect() };
        Offsets { length: text.len(), bytes }
    }

    /// The byte offset of a character; the end of the text for whatever lies beyond it.
    pub fn byte(&self, character: usize) -> usize {
        if self.bytes.is_empty() {
            return character.min(self.length);
        }
        self.bytes.get(character).copied().unwrap_or(self.length)
    }
}
