//! Counting in a browser. The table is not in the module, because it is large and not needed for the first answer.

use std::sync::OnceLock;

use tiktoken_rs::CoreBPE;

use crate::table;

static SOURCE: OnceLock<fn() -> Vec<u8>> = OnceLock::new();
static ENCODING: OnceLock<CoreBPE> = OnceLock::new();

/// Sets the function that loads the table. An empty table means that it cannot be loaded now.
pub fn set_source(source: fn() -> Vec<u8>) {
    let _ = SOURCE.set(source);
}

/// The number of tokens of a text in the encoding `cl100k_base`; 0 while the table cannot be loaded.
pub fn count(text: &str) -> usize {
    if ENCODING.get().is_none() {
        let Some(encoding) = SOURCE.get().and_then(|source| table::read(&source())) else { return 0 };
        let _ = ENCODING.set(encoding);
    }
    ENCODING.get().map_or(0, |encoding| encoding.encode_ordinary(text).len())
}
