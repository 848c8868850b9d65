//! The table of the encoding `cl100k_base` as a file. `playground/server/token_table.py` writes it: the number of tokens as
//! four bytes, the length of each token as a byte, and then all tokens in the order of their ranks.

use tiktoken_rs::CoreBPE;

/// How the encoding splits a text into words before it looks for tokens.
const WORDS: &str = concat!(
    r"'(?i:[sdmt]|ll|ve|re)",
    r"|[^\r\n\p{L}\p{N}]?+\p{L}++",
    r"|\p{N}{1,3}+",
    r"| ?[^\s\p{L}\p{N}]++[\r\n]*+",
    r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s",
);

/// The encoding of a table; none if the table is damaged.
pub fn read(table: &[u8]) -> Option<CoreBPE> {
    let (count, rest) = table.split_first_chunk::<4>()?;
    let (lengths, mut rest) = rest.split_at_checked(usize::try_from(u32::from_le_bytes(*count)).ok()?)?;
    let mut tokens = Vec::with_capacity(lengths.len());
    for &length in lengths {
        let (token, after) = rest.split_at_checked(length.into())?;
        tokens.push(token.to_vec());
        rest = after;
    }
    let complete = !tokens.is_empty() && rest.is_empty();
    let ranked = tokens.into_iter().zip(0..).collect();
    // Special tokens are read as ordinary text. The encoding needs at least one.
    let special = [("<|endoftext|>".to_owned(), 100_257)].into_iter().collect();
    complete.then(|| CoreBPE::new(ranked, special, WORDS).ok()).flatten()
}

#[cfg(test)]
pub(crate) mod tests {
    use tiktoken_rs::Rank;

    use super::*;

    /// The table of the encoding in the library.
    pub(crate) fn table() -> Vec<u8> {
        let encoding = tiktoken_rs::cl100k_base_singleton();
        let tokens: Vec<Vec<u8>> =
            (0..100_256).map(|rank: Rank| encoding.decode_bytes(&[rank]).unwrap()).collect();
        let count = u32::try_from(tokens.len()).unwrap().to_le_bytes();
        let lengths = tokens.iter().map(|token| u8::try_from(token.len()).unwrap());
        count.into_iter().chain(lengths).chain(tokens.iter().flatten().copied()).collect()
    }

    #[test]
    fn a_table_counts_like_the_library() {
        let mut table = table();
        let encoding = read(&table).expect("the table is complete");
        let library = tiktoken_rs::cl100k_base_singleton();
        let text =
            "@h1 Repair café [#top]\n\n\tI'll bring 12345 screws, they'RE new…\r\n   <|endoftext|> 修理  ";
        for end in (0..=text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert_eq!(
                encoding.encode_ordinary(&text[..end]).len(),
                library.encode_ordinary(&text[..end]).len(),
                "{:?}",
                &text[..end]
            );
        }
        table.pop();
        assert!(read(&table).is_none(), "a cut table");
        assert!(read(&[]).is_none(), "no table");
    }
}
