//! Which blocks refer to which.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::ast::{Block, RunKind, Value};
use crate::document::Document;
use crate::lexical::refs;

/// A reference of a block to another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'d> {
    pub from: Block<'d>,
    pub kind: ReferenceKind,
    /// The file that it names; `None` for the document itself.
    pub file: Option<String>,
    /// Without the `#`.
    pub id: String,
}

impl Eq for Block<'_> {}

/// How a block refers to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind {
    /// As a `@ref` block.
    Block,
    /// In its text or one of its items.
    Inline,
    /// In its `refs=`.
    Attribute,
}

impl<'a> Block<'a> {
    /// The references of the block in order, without invalid entries of `refs=`.
    pub fn references(self) -> Vec<Reference<'a>> {
        let mut out = Vec::new();
        if let Some(Value::Text(list)) = self.attribute(refs::KEY) {
            for (file, id) in refs::list(&list) {
                let file = file.map(str::to_owned);
                out.push(Reference { from: self, kind: ReferenceKind::Attribute, file, id: id.to_owned() });
            }
        }
        let mut own =
            |kind, id: &str| out.push(Reference { from: self, kind, file: None, id: id.to_owned() });
        if let Some(target) = self.target() {
            own(ReferenceKind::Block, target);
        }
        if self.source().contains("@ref") && self.target().is_none() {
            let text = self.kind().is_inline().then(|| self.runs()).into_iter();
            for run in text.chain(self.items().runs()).flatten().filter(|run| run.kind == RunKind::Ref) {
                own(ReferenceKind::Inline, run.text);
            }
        }
        out
    }
}

impl Document<'_> {
    /// The references of all blocks, in order.
    pub fn references(&self) -> impl Iterator<Item = Reference<'_>> {
        self.blocks().flat_map(Block::references)
    }

    /// The references to blocks that the document does not have, without those to other files.
    pub fn dangling(&self) -> impl Iterator<Item = Reference<'_>> {
        self.references().filter(|reference| reference.file.is_none() && self.find(&reference.id).is_none())
    }

    /// The blocks that refer to a block, in order, each once.
    pub fn backlinks(&self, id: &str) -> Vec<Block<'_>> {
        let refers = |block: &Block<'_>| block.references().iter().any(|r| r.file.is_none() && r.id == id);
        self.blocks().filter(refers).collect()
    }

    /// The blocks that refer to each id, in order, each once.
    pub fn all_backlinks(&self) -> HashMap<String, Vec<Block<'_>>> {
        let mut all: HashMap<String, Vec<Block<'_>>> = HashMap::new();
        for block in self.blocks() {
            let references = block.references().into_iter().filter(|reference| reference.file.is_none());
            for id in references.map(|reference| reference.id).collect::<HashSet<_>>() {
                all.entry(id).or_default().push(block);
            }
        }
        all
    }

    /// The number of blocks that refer to each id.
    pub fn backlink_counts(&self) -> HashMap<String, usize> {
        let mut counts = HashMap::new();
        for block in self.blocks() {
            let references = block.references().into_iter().filter(|reference| reference.file.is_none());
            for id in references.map(|reference| reference.id).collect::<HashSet<_>>() {
                *counts.entry(id).or_insert(0) += 1;
            }
        }
        counts
    }

    /// The blocks that references lead to from a block, directly or through others, each once with the number of steps,
    /// nearest first. The first is the block itself, with 0 steps.
    pub fn traverse(&self, id: &str, depth: usize) -> Vec<(usize, Block<'_>)> {
        let Some(start) = self.find(id) else { return Vec::new() };
        let mut seen = HashSet::from([id.to_owned()]);
        let mut queue = VecDeque::from([(0, start)]);
        let mut out = Vec::new();
        while let Some((steps, block)) = queue.pop_front() {
            out.push((steps, block));
            if steps >= depth {
                continue;
            }
            for reference in block.references().into_iter().filter(|reference| reference.file.is_none()) {
                if let Some(next) = self.find(&reference.id)
                    && seen.insert(reference.id)
                {
                    queue.push_back((steps + 1, next));
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use crate::ast::Block;
    use crate::parse;

    const TEXT: &str = "@h1 A [#a refs=\"#b, other.agd#c, #gone\"]\n\n@ul [#b]\n- see @ref #c and @ref #a\n\n@p C [#c]\n\n\
                        @ref #c [#d]\n\n@p Twice @ref #c, @ref #c.\n";

    fn ids(blocks: &[Block<'_>]) -> Vec<String> {
        blocks.iter().map(|block| block.id().unwrap_or("").to_owned()).collect()
    }

    #[test]
    fn who_refers_to_whom() {
        let document = parse(TEXT).expect("good");
        assert_eq!(ids(&document.backlinks("c")), ["b", "d", ""]);
        assert_eq!(ids(&document.backlinks("a")), ["b"]);
        assert_eq!(document.backlink_counts()["c"], 3);
        let dangling: Vec<_> = document.dangling().map(|reference| reference.id).collect();
        assert_eq!(dangling, ["gone"]);
    }

    #[test]
    fn cycles_end() {
        let document = parse(TEXT).expect("good");
        let reached = |depth| {
            let found = document.traverse("a", depth);
            found.iter().map(|(steps, b)| format!("{steps}{}", b.id().unwrap_or(""))).collect::<Vec<_>>()
        };
        assert_eq!(reached(0), ["0a"]);
        assert_eq!(reached(1), ["0a", "1b"]);
        assert_eq!(reached(usize::MAX), ["0a", "1b", "2c"]);
        assert!(document.traverse("none", 3).is_empty());
    }
}
