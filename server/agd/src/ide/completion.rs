//! Completion of tags with their bodies, ids, references, attributes and values.

use std::collections::BTreeSet;

use agmark_syntax::cached_parts::CachedPart;
use agmark_syntax::{
    ChunkGroup, Completion, Document, Edit, FolderEntry, Name, Span, SymbolKind, World, completion_list,
};

use super::chunk_blocks::ChunkBlocks;
use super::cursor::{Cursor, cursor};
use super::known_ids::{self, KnownId};
use crate::analysis::ID;
use crate::document::ids::propose_source;
use crate::lexical::value;
use crate::vocabulary;

/// The completions at `offset`, best first.
pub fn completions(document: &Document, world: &dyn World, offset: usize) -> Vec<Completion> {
    let Some(chunk) = ChunkBlocks::at(document, offset) else { return Vec::new() };
    let Some(found) = cursor(&chunk, chunk.inside(offset)) else { return Vec::new() };
    let at = |(from, to): (usize, usize)| Span::new(from, to).shifted(chunk.start);
    match found {
        Cursor::Tag { word, alone } => tags(document, at(word), alone),
        Cursor::Id { bracket, line } => id(document, &chunk, line, at(bracket)),
        Cursor::Target { name, sharp } => {
            let mark = if sharp { "" } else { "#" };
            let typed = typed(document, at(name), offset);
            own_ids(document, &typed, |known| (known.id.clone(), format!("{mark}{}", known.id)), at(name))
        }
        Cursor::Reference { word } => references(document, at(word), offset),
        Cursor::Refs { entry, file, list } => {
            let mut all = refs(document, world, at(entry), file.as_deref(), offset);
            let given = given(&chunk, list, chunk.inside(offset), file.as_deref());
            completion_list::remove_given(&mut all, given, |name| name);
            all
        }
        Cursor::Key { tag, word, open, line } => keys(&chunk, &tag, line, at(word), open),
        Cursor::Value { tag, key, word } => values(world, &chunk, &tag, &key, at(word), offset),
    }
}

/// The start of a word up to the cursor, without the mark of an id.
fn typed(document: &Document, word: Span, offset: usize) -> String {
    let start = (word.start as usize).min(offset);
    let typed = document.text().slice(start..offset);
    typed.rsplit('#').next().unwrap_or_default().to_owned()
}

fn tags(document: &Document, word: Span, alone: bool) -> Vec<Completion> {
    let offer = |tag: &vocabulary::Tag, name: &str, snippet: &str| Completion {
        label: format!("@{name}"),
        kind: SymbolKind::Class,
        detail: tag
            .help
            .split_inclusive(['.', ':'])
            .next()
            .unwrap_or("")
            .trim_end_matches([':', '.'])
            .to_owned(),
        documentation: format!("{}\n\n```agd\n{}\n```", tag.help, tag.example),
        edit: Edit::replace(word, format!("@{name}{}", if alone { snippet } else { "" })),
        snippet: alone,
    };
    let mut out: Vec<_> = vocabulary::TAGS.iter().map(|tag| offer(tag, tag.name, tag.snippet)).collect();
    let own = &vocabulary::EXTENSION;
    out.extend(own_tags(document).iter().map(|name| offer(own, name, " $0")));
    // `x-` alone is not a tag.
    if alone {
        out.push(offer(own, own.name, own.snippet));
    }
    out
}

/// The `x-` tags of the document.
fn own_tags(document: &Document) -> BTreeSet<String> {
    let groups = document.chunks().groups();
    groups.flat_map(|group| group.cached(|| OwnTags::of_group(document, &group)).0.to_vec()).collect()
}

/// The `x-` tags of a chunk or of a group of chunks.
struct OwnTags(Box<[String]>);

impl CachedPart for OwnTags {
    fn size(&self) -> usize {
        size_of::<Self>() + self.0.iter().map(|tag| size_of::<String>() + tag.len()).sum::<usize>()
    }
}

impl OwnTags {
    fn of_group(document: &Document, group: &ChunkGroup<'_>) -> Self {
        let mut all = BTreeSet::new();
        for (start, chunk) in group.chunks() {
            let own = chunk.cached(0, || Self::of(&document.chunk_text(group.start + start, chunk)));
            all.extend(own.0.iter().cloned());
        }
        Self(all.into_iter().collect())
    }

    fn of(text: &str) -> Self {
        // Most chunks have none. Those inside a fence are offered, too.
        let starts = text.match_indices("@x-").filter(|(at, _)| *at == 0 || text[..*at].ends_with('\n'));
        let names = starts.filter_map(|(at, _)| {
            text[at + 1..].split(|c: char| !c.is_ascii() || !crate::lexical::line::is_name(c as u8)).next()
        });
        Self(names.filter(|name| vocabulary::tag(name).is_some()).map(str::to_owned).collect())
    }
}

/// The id for the block on a line.
fn id(document: &Document, chunk: &ChunkBlocks, line: usize, bracket: Span) -> Vec<Completion> {
    let end = chunk.line_at(line).end;
    let header = chunk.text.get(line..end).unwrap_or("");
    // The line without the bracket that is being written.
    let open = (bracket.start as usize).saturating_sub(chunk.start + line);
    let Some(source) = header.get(..open) else { return Vec::new() };
    let mut names = known_ids::free(document);
    let Some(id) = propose_source(source.trim_end(), &mut names) else { return Vec::new() };
    vec![Completion {
        label: format!("[#{id}]"),
        kind: SymbolKind::Key,
        detail: "unused id".to_owned(),
        documentation: String::new(),
        edit: Edit::replace(bracket, format!("[#{id}]")),
        snippet: false,
    }]
}

/// The ids of this document for a typed word. `write` returns the label and the inserted text.
fn own_ids(
    document: &Document,
    typed: &str,
    write: impl Fn(&KnownId) -> (String, String),
    span: Span,
) -> Vec<Completion> {
    let offer = |known: &KnownId| {
        let (label, text) = write(known);
        known_as(known, label, Edit::replace(span, text))
    };
    known_ids::offered(document, typed).iter().map(offer).collect()
}

fn known_as(known: &KnownId, label: String, edit: Edit) -> Completion {
    let (kind, detail) = (known.kind, known.what.clone());
    Completion { label, kind, detail, documentation: String::new(), edit, snippet: false }
}

/// In text, a reference is written with `@ref`.
fn references(document: &Document, word: Span, offset: usize) -> Vec<Completion> {
    let written = document.text().span(word);
    let typed = if written.contains('#') { typed(document, word, offset) } else { String::new() };
    if written.starts_with('#') {
        return own_ids(
            document,
            &typed,
            |known| (format!("#{}", known.id), format!("@ref #{}", known.id)),
            word,
        );
    }
    let mut out = vec![Completion {
        label: "@ref".to_owned(),
        kind: SymbolKind::Class,
        detail: "reference to another block".to_owned(),
        documentation: vocabulary::tag("ref").map(|tag| tag.help.to_owned()).unwrap_or_default(),
        edit: Edit::replace(word, "@ref #$0"),
        snippet: true,
    }];
    out.extend(own_ids(
        document,
        &typed,
        |known| (format!("@ref #{}", known.id), format!("@ref #{}", known.id)),
        word,
    ));
    out
}

/// The labels that are not offered: those that `list` contains, and the block's own id, because a block does not refer
/// to itself.
fn given<'a>(
    chunk: &'a ChunkBlocks,
    list: (usize, usize),
    cursor: usize,
    file: Option<&str>,
) -> Vec<&'a str> {
    let entries = chunk.text.get(list.0..list.1).unwrap_or("");
    let others =
        completion_list::other_entries(entries, cursor.saturating_sub(list.0), ',').map(without_hash);
    let line = chunk.text.get(chunk.line_at(list.0)).unwrap_or("");
    let own = line.rfind("[#").and_then(|open| {
        let id = line.get(open + 1..)?;
        id.get(..id.find([' ', '\t', ']']).unwrap_or(id.len()))
    });
    let all = others.chain(own);
    match file {
        None => all.collect(),
        Some(file) => all.filter_map(|entry| entry.strip_prefix(file)?.strip_prefix('#')).collect(),
    }
}

/// An entry without its hash (`#intro:abcd1234`).
fn without_hash(entry: &str) -> &str {
    let id = entry.rfind('#').map_or(0, |sharp| sharp + 1);
    let end = entry.get(id..).and_then(|id| id.find(':')).map_or(entry.len(), |colon| id + colon);
    entry.get(..end).unwrap_or(entry)
}

/// Ids of this document, and those of others with their file.
fn refs(
    document: &Document,
    world: &dyn World,
    entry: Span,
    file: Option<&str>,
    offset: usize,
) -> Vec<Completion> {
    let typed = typed(document, entry, offset);
    match file {
        Some("") => own_ids(document, &typed, |known| (known.id.clone(), known.id.clone()), entry),
        Some(file) => {
            let names = world.offered_in(file, ID, &typed);
            names
                .iter()
                .map(|name| elsewhere(name.to_string(), file, Edit::replace(entry, &**name)))
                .collect()
        }
        None => {
            let write = |known: &KnownId| (format!("#{}", known.id), format!("#{}", known.id));
            let mut out = own_ids(document, &typed, write, entry);
            for name in world.offered(ID, &typed, &|_| true) {
                for place in world.definitions(&Name::new(ID, &name), true) {
                    let file = world.relative(&place.path);
                    let text = format!("{file}#{name}");
                    out.push(elsewhere(text.clone(), &file, Edit::replace(entry, text)));
                }
            }
            // A file may define an id twice.
            completion_list::remove_repeated(&mut out);
            out
        }
    }
}

fn elsewhere(label: String, file: &str, edit: Edit) -> Completion {
    let (kind, detail) = (SymbolKind::Key, format!("in {file}"));
    Completion { label, kind, detail, documentation: String::new(), edit, snippet: false }
}

/// Keys that the tag takes and the block does not have yet.
fn keys(chunk: &ChunkBlocks, tag: &str, line: usize, word: Span, open: bool) -> Vec<Completion> {
    let block = chunk.blocks.iter().find(|block| block.span.start as usize == line);
    let has = |key: &str| {
        block.is_some_and(|block| {
            let other = |a: &&crate::syntax::block::Attribute| a.name.shifted(chunk.start) != word;
            block.attributes.iter().filter(other).any(|a| a.name.text(&chunk.text) == key)
        })
    };
    let offer = |known: &vocabulary::Attribute| {
        let bare = !known.values.is_empty() || known.key == "path";
        let text = match (known.key, open) {
            (key, false) => key.to_owned(),
            ("refs", true) => "refs=\"#$1\"$0".to_owned(),
            (key, true) if bare => format!("{key}=$0"),
            (key, true) => format!("{key}=\"$1\"$0"),
        };
        Completion {
            label: known.key.to_owned(),
            kind: SymbolKind::Property,
            detail: String::new(),
            documentation: known.help.to_owned(),
            edit: Edit::replace(word, text),
            snippet: open,
        }
    };
    vocabulary::attributes(tag).filter(|known| !has(known.key)).map(offer).collect()
}

fn values(
    world: &dyn World,
    chunk: &ChunkBlocks,
    tag: &str,
    key: &str,
    word: Span,
    offset: usize,
) -> Vec<Completion> {
    let offer = |label: String, kind: SymbolKind, span: Span| Completion {
        edit: Edit::replace(span, label.clone()),
        label,
        kind,
        detail: String::new(),
        documentation: String::new(),
        snippet: false,
    };
    if (tag, key) == ("include", "path") {
        let written = chunk.text.get(word.start as usize - chunk.start..offset - chunk.start).unwrap_or("");
        let folder = written.rfind('/').map_or("", |slash| &written[..slash]);
        let start = word.start as usize + written.rfind('/').map_or(0, |slash| slash + 1);
        let span = Span::new(start, word.end as usize);
        // A document does not include itself.
        let own = world.path().and_then(|path| path.file_name()).filter(|_| folder.is_empty());
        let fits = |entry: &FolderEntry| {
            entry.is_folder
                || entry.name.ends_with(".agd") && own.is_none_or(|own| own != entry.name.as_str())
        };
        let quoted =
            chunk.text.as_bytes().get((word.start as usize - chunk.start).wrapping_sub(1)) == Some(&b'"');
        // Without quotes, a space ends the value.
        let writable =
            |entry: &FolderEntry| quoted || !value::string((&*entry.name).into()).contains([' ', '\\']);
        let entries = world.entries(folder).into_iter().filter(fits).filter(writable);
        return entries
            .map(|entry| match entry.is_folder {
                true => offer(format!("{}/", entry.name), SymbolKind::Module, span),
                false => offer(entry.name, SymbolKind::File, span),
            })
            .collect();
    }
    let known = vocabulary::attributes(tag).find(|known| known.key == key);
    let values = known.map_or(&[] as &[_], |known| known.values);
    values.iter().map(|value| offer((*value).to_owned(), SymbolKind::EnumMember, word)).collect()
}
