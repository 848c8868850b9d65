//! Counting with the table that is part of the program.

use std::io::Read as _;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;
use tiktoken_rs::CoreBPE;

use crate::table;

/// The table, written by `playground/server/token_table.py`.
const PACKED: &[u8] = include_bytes!("../cl100k_base.zlib");

static ENCODING: LazyLock<CoreBPE> =
    LazyLock::new(|| table::read(&unpacked()).expect("the table is complete"));

/// The number of tokens of a text in the encoding `cl100k_base`. The first call loads the table, which takes a short time
/// and about 30 MB of memory.
pub fn count(text: &str) -> usize {
    ENCODING.encode_ordinary(text).len()
}

fn unpacked() -> Vec<u8> {
    let mut unpacked = Vec::new();
    ZlibDecoder::new(PACKED).read_to_end(&mut unpacked).expect("the table is packed with zlib");
    unpacked
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_table_in_the_program_is_that_of_the_library() {
        assert!(
            super::unpacked() == crate::table::tests::table(),
            "write server/tokens/cl100k_base.zlib again"
        );
    }
}
