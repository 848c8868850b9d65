//! Text, positions, edits, chunks and their trees; facts, diagnostics, fixes; the Format trait.
