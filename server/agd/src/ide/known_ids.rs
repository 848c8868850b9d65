//! The ids of documents with a description of their blocks.

use std::collections::HashSet;

use agmark_syntax::world::NameInFile;
use agmark_syntax::{Document, Name, Span, SymbolKind, SymbolRef, World};

use crate::analysis::ID;
use crate::ast::{Block, Kind};
use crate::document::ids;
use crate::parser;

/// An id with a short description of its block.
#[derive(Clone, Debug)]
pub struct KnownId {
    pub id: String,
    pub kind: SymbolKind,
    /// The title of a heading; the tag and the `desc=` of another block.
    pub what: String,
}

/// The ids of a document that a completion of `word` offers, in order, each once. See [`Names::offered`].
///
/// [`Names::offered`]: agmark_syntax::names::Names::offered
pub fn offered(document: &Document, word: &str) -> Vec<KnownId> {
    let names = document.names().offered(ID, word);
    let wanted: HashSet<&Name> = names.iter().copied().collect();
    let mut out = Vec::new();
    let mut seen = HashSet::new();
    for (_, chunk) in document.chunks_defining(&names) {
        let analysis = chunk.analysis();
        let symbols: Vec<_> = analysis.symbols.iter().collect();
        for definition in analysis.definitions.iter().filter(|definition| wanted.contains(&definition.name)) {
            if seen.insert(definition.name.text.clone()) {
                let symbol = symbols.iter().find(|symbol| symbol.span == definition.whole);
                out.push(KnownId {
                    id: definition.name.text.to_string(),
                    kind: symbol.map_or(SymbolKind::String, |symbol| symbol.kind),
                    what: symbol.map_or("", what).to_owned(),
                });
            }
        }
    }
    out
}

/// Names that no id of the document has.
pub fn free(document: &Document) -> ids::Names<'_> {
    ids::Names::beside(|id| {
        document.names().get(&Name::new(ID, id)).is_some_and(|found| !found.definitions.is_empty())
    })
}

fn what<'a>(symbol: &SymbolRef<'a>) -> &'a str {
    if symbol.kind == SymbolKind::Section { symbol.name } else { symbol.detail }
}

/// The label of a reference to an id: the title of a heading, or the `desc=` of the block. Empty if there is neither.
pub fn title(document: &Document, world: &dyn World, file: Option<&str>, id: &str) -> String {
    let name = Name::new(ID, id);
    let text = match file {
        None => {
            document.definitions(&name).first().map(|found| document.text().span(found.whole).into_owned())
        }
        Some(path) => match world.in_file(path, &name) {
            NameInFile::Found(place) => world.read(path).map(|text| text.span(place.whole).into_owned()),
            NameInFile::Missing | NameInFile::NoFile | NameInFile::Unknown => None,
        },
    };
    text.map(|text| described(&text)).unwrap_or_default()
}

fn described(source: &str) -> String {
    match parser::one(source) {
        Ok(Some(shape)) => {
            let block = Block::new(source, &shape, None);
            match block.kind() {
                Kind::Heading(_) => block.text().map(ids::plain).unwrap_or_default(),
                _ => ids::description(block),
            }
        }
        _ => String::new(),
    }
}

/// Whether nothing in this or another file refers to an id.
pub fn is_unused(document: &Document, world: &dyn World, id: Span) -> bool {
    let name = Name::new(ID, &document.text().span(id));
    document.references(&name).is_empty() && world.references(&name).is_empty()
}
