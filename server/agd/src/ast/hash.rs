//! Content hashes: eight hexadecimal digits for the content of a block.

use sha1_smol::Sha1;

use super::attribute::Attribute;
use super::block::Block;
use super::run::Runs;
use crate::lexical::kind::Kind;
use crate::lexical::markup::RunKind;
use crate::parser;

impl Block<'_> {
    /// The first eight hexadecimal digits of the hash of the content, which does not include the id. Each call computes
    /// it.
    pub fn content_hash(self) -> String {
        of(self)
    }

    /// Whether a written hash, or the first digits of one, is the hash of the content.
    pub fn has_content_hash(self, written: &str) -> bool {
        fits(written, &self.content_hash())
    }
}

/// The hash of a block's kind, attributes and body, without its id.
pub fn of(block: Block<'_>) -> String {
    let mut sha = Sha1::new();
    sha.update(block.tag().as_bytes());
    let mut attributes: Vec<Attribute<'_>> = block.attributes().collect();
    attributes.sort_by_key(|attribute| attribute.key);
    for attribute in attributes {
        sha.update(format!("|{}={}", attribute.key, attribute.value()).as_bytes());
    }
    sha.update(b"|");
    match block.kind() {
        Kind::Ref => {
            sha.update(b"@ref #");
            sha.update(block.target().unwrap_or("").as_bytes());
        }
        kind if kind.has_items() => {
            for item in block.items() {
                inline(item, &mut sha);
                sha.update(b"\n");
            }
        }
        _ => match block.text() {
            Some(text) => inline(text, &mut sha),
            None => sha.update(block.body().unwrap_or_default().as_bytes()),
        },
    }
    let mut hex = sha.digest().to_string();
    hex.truncate(8);
    hex
}

/// The hash of the block that `source` is; `None` if it is not exactly one block.
pub fn of_source(source: &str) -> Option<String> {
    let shape = parser::one(source).ok()??;
    Some(of(Block::new(source, &shape, None)))
}

/// Whether a written hash is the hash `now`. A shorter one is compared as a prefix.
pub fn fits(written: &str, now: &str) -> bool {
    !written.is_empty() && now.get(..written.len()).is_some_and(|head| head.eq_ignore_ascii_case(written))
}

fn inline(text: &str, sha: &mut Sha1) {
    for run in Runs::new(text) {
        if run.kind == RunKind::Ref {
            sha.update(b"@ref #");
            sha.update(run.text.as_bytes());
        } else {
            sha.update(&text.as_bytes()[run.span]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_hash_fits_nothing() {
        assert!(!fits("", "1a2b3c4d"));
        assert!(fits("1A2b", "1a2b3c4d"));
        assert!(!fits("1a2b3c4d5", "1a2b3c4d"));
    }

    #[test]
    fn the_order_of_attributes_does_not_count() {
        let hash = |source: &str| of_source(source).expect("one block");
        assert_eq!(hash("@ul a=1 b=2 c=3\n- x"), hash("@ul c=3 a=1 b=2\n- x"));
        assert_ne!(hash("@ul a=1 b=2\n- x"), hash("@ul a=2 b=1\n- x"));
    }
}
