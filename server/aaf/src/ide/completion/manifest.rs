//! Completion in manifests: keys, words, declared names and terms of schema.org.

use std::collections::BTreeSet;

use agmark_schema::{Located, Node, Style, pointer};
use agmark_syntax::{Completion, Document, Edit, Span, SymbolKind, completion_list};

use crate::cross_file;
use crate::ide::{entry_docs, manifest_piece};
use crate::manifest::model::{Entry, Manifest};
use crate::manifest::shape::{self, Key, Shape};
use crate::vocabulary::Word;
use crate::vocabulary::schema_org::{FLAGS, FORMATS, KEYWORDS, TERMS};

/// A template for a whole manifest.
const SKELETON: &str = r#"{
  "version": "0.1",
  "site": {
    "name": "${1:My site}",
    "origin": "${2:https://example.com}"
  },
  "actions": {
    "${3:item.create}": {
      "title": "${4:Create an item}",
      "scope": "${5:items.write}",
      "risk": "${6:low}",
      "confirmation": "${7:review}",
      "idempotent": false,
      "inputSchema": { "type": "object", "properties": {$0} },
      "outputSchema": { "type": "object" }
    }
  }
}"#;

/// A manifest, or the piece of one at the cursor.
pub struct ManifestSource<'a> {
    pub text: &'a str,
    /// The offset at which `text` starts.
    pub start: usize,
    pub root: &'a Node,
    /// The document of the piece; `None` for a whole manifest.
    pub document: Option<&'a Document>,
}

/// The completions at `offset`.
pub fn complete(source: &ManifestSource<'_>, offset: usize) -> Vec<Completion> {
    let &ManifestSource { text, start, root, document } = source;
    if let Some(word) = only_word(text, start) {
        return beginning(if word.touches(offset) { word } else { Span::at(offset) });
    }
    let found = root.locate_offset(offset);
    let writer = ManifestCompletions { text, start, offset, root, document };
    if found.on_key {
        let (object, _) = parent(&found.pointer);
        let colon = found.node.is_missing() || found.node.style == Style::Absent;
        let key = found.key.map_or(Span::at(offset), |key| key.span.clone().into());
        return writer.keys(object, key, colon);
    }
    match (&found.node.value, found.node.style) {
        (agmark_schema::Value::Map(map), _) => match writer.key_before(map) {
            Some(_) if writer.has_value() => Vec::new(),
            Some(key) => writer.values(&pointer::join(&found.pointer, key)),
            None => writer.bare_key(&found),
        },
        (agmark_schema::Value::String(_), _) => {
            let span = found.node.content_span();
            let inside = span.start <= offset && offset <= span.end;
            if inside { writer.texts(&found.pointer, span.into(), false) } else { Vec::new() }
        }
        (agmark_schema::Value::List(_), _) => writer.new_item(&found.pointer),
        (agmark_schema::Value::Missing | agmark_schema::Value::Null, _) => writer.values(&found.pointer),
        (agmark_schema::Value::Bool(_), _) => writer.booleans(&found.pointer),
        _ => Vec::new(),
    }
}

/// The span of a text that is a single word; empty if the text is empty.
fn only_word(text: &str, start: usize) -> Option<Span> {
    let word = text.trim_start_matches('\u{feff}').trim();
    let from = text.find(word).unwrap_or(0) + start;
    word.chars().all(|c| c.is_ascii_alphanumeric()).then(|| Span::new(from, from + word.len()))
}

/// The beginnings of a manifest, which replace a span.
fn beginning(span: Span) -> Vec<Completion> {
    let offer = |label: &str, detail: &str, text: &str| Completion {
        label: label.to_owned(),
        kind: SymbolKind::Module,
        detail: detail.to_owned(),
        documentation: String::new(),
        edit: Edit::replace(span, text),
        snippet: true,
    };
    vec![offer("manifest", "a new manifest", SKELETON), offer("{", "an empty manifest", "{\n  $0\n}")]
}

struct ManifestCompletions<'a> {
    text: &'a str,
    start: usize,
    offset: usize,
    root: &'a Node,
    document: Option<&'a Document>,
}

impl ManifestCompletions<'_> {
    /// The key whose missing value is at the cursor: only a colon and white space are between them.
    fn key_before<'m>(&self, map: &'m agmark_schema::Map) -> Option<&'m str> {
        let between = |key: &agmark_schema::Key| {
            let end = key.span.end.checked_sub(self.start)?;
            self.text.get(end..self.offset.saturating_sub(self.start))
        };
        let mut keys = map.iter().map(|member| &member.key);
        keys.find(|key| between(key).is_some_and(|between| between.trim() == ":"))
            .map(|key| key.text.as_str())
    }

    /// Whether a value follows the cursor on its line.
    fn has_value(&self) -> bool {
        let rest = self.text.get(self.offset.saturating_sub(self.start)..).unwrap_or("");
        let rest = rest.lines().next().unwrap_or("").trim_start();
        !(rest.is_empty() || rest.starts_with([',', '}', ']']))
    }

    /// The values for a pointer whose value is missing.
    fn values(&self, at: &str) -> Vec<Completion> {
        let mut offers = self.texts(at, Span::at(self.offset), true);
        offers.extend(self.booleans(at));
        offers
    }

    /// The separators before and after a new key.
    fn commas(&self, span: Span) -> (&'static str, &'static str) {
        let range = span.range();
        let before = self.text.get(..range.start.saturating_sub(self.start)).unwrap_or("").trim_end();
        let after = self.text.get(range.end.saturating_sub(self.start)..).unwrap_or("").trim_start();
        let first = before.is_empty() || before.ends_with(['{', '[', ',']);
        (if first { "" } else { ", " }, if after.starts_with('"') { "," } else { "" })
    }

    /// The texts that a list lacks, as a new item.
    fn new_item(&self, list: &str) -> Vec<Completion> {
        let mut offers = self.texts(&format!("{list}/0"), Span::at(self.offset), true);
        let (before, after) = self.commas(Span::at(self.offset));
        for offer in &mut offers {
            offer.edit.text = format!("{before}{}{after}", offer.edit.text);
        }
        offers
    }

    /// The keys for an object, if a new key may begin at the cursor.
    fn bare_key(&self, found: &Located<'_>) -> Vec<Completion> {
        let before = self.text.get(..self.offset.saturating_sub(self.start)).unwrap_or("");
        let written = before.trim_end();
        // White space after a number or a word (`false`) ends the value before.
        let after_word =
            written.len() < before.len() && written.ends_with(|c: char| c.is_ascii_alphanumeric());
        let may = after_word || written.ends_with(['{', ',', '}', ']', '"']);
        if may { self.keys(&found.pointer, Span::at(self.offset), true) } else { Vec::new() }
    }

    /// The keys that an object lacks. `span` is the key as written, with its quotes. With `value`, a value is inserted
    /// too.
    fn keys(&self, object: &str, span: Span, value: bool) -> Vec<Completion> {
        let node = self.root.at(object);
        let written = self.text_of(span).trim_matches('"').to_owned();
        let has = |name: &str| {
            let here = || node.is_some_and(|node| node.get(name).is_some());
            name != written && (here() || (object.is_empty() && self.has_elsewhere(name)))
        };
        let (before, after) = if value { self.commas(span) } else { ("", "") };
        let offer = |name: &str, docs: &str, detail: &str, snippet: &str| Completion {
            label: name.to_owned(),
            kind: SymbolKind::Key,
            detail: detail.to_owned(),
            documentation: docs.to_owned(),
            edit: Edit::replace(
                span,
                if value { format!("{before}\"{name}\": {snippet}{after}") } else { format!("\"{name}\"") },
            ),
            snippet: value,
        };
        if let Some(Shape::Object(shape)) = shape::at(object) {
            let keys = shape.keys.iter().filter(|key| !has(key.name));
            let mut offers: Vec<(bool, Completion)> = keys
                .map(|key| {
                    let detail = if key.required { "required" } else { "optional" };
                    (key.required, offer(key.name, key.docs, detail, value_of(key)))
                })
                .collect();
            offers.sort_by_key(|(required, _)| !required);
            return offers.into_iter().map(|(_, offer)| offer).collect();
        }
        if shape::in_schema(object) {
            let keywords = KEYWORDS.iter().filter(|(name, ..)| !has(name));
            return keywords.map(|(name, docs, snippet)| offer(name, docs, "JSON Schema", snippet)).collect();
        }
        Vec::new()
    }

    /// The texts for a pointer. `quotes` says whether to add quotes around them.
    fn texts(&self, at: &str, span: Span, quotes: bool) -> Vec<Completion> {
        let (list, last) = parent(at);
        let mut offers = Vec::new();
        let mut add = |text: &str, docs: &str, detail: &str, kind| {
            let written = if quotes { format!("\"{text}\"") } else { text.to_owned() };
            offers.push(Completion {
                label: text.to_owned(),
                kind,
                detail: detail.to_owned(),
                documentation: docs.to_owned(),
                edit: Edit::replace(span, written),
                snippet: false,
            });
        };
        let key = shape::key_at(at);
        match key.map(|key| &key.shape) {
            Some(Shape::OneOf(words)) => {
                words.iter().for_each(|Word { word, docs, .. }| add(word, docs, "", SymbolKind::EnumMember));
            }
            Some(Shape::Like(_)) if last == "scope" => {
                self.scopes().iter().for_each(|scope| add(scope, "", "scope", SymbolKind::Key));
            }
            Some(Shape::Like(_)) if last == "version" => add("0.1", "", "version", SymbolKind::Number),
            _ => {}
        }
        if let Some((registry, space)) = names_of(list) {
            let mut offer = |entry: &Entry| {
                add(&entry.id, &entry_docs::escaped(&entry.title), space, SymbolKind::Function);
            };
            self.manifests(&mut |manifest| {
                let entries = if registry == "actions" { &manifest.actions } else { &manifest.views };
                entries.iter().for_each(&mut offer);
            });
        }
        if shape::in_schema(at) {
            self.in_schema(list, last, &mut add);
        }
        let given = self.root.at(list).into_iter().flat_map(|list| list.other_texts(self.offset));
        completion_list::remove_given(&mut offers, given, |text| text);
        offers
    }

    /// `true` and `false`, if the pointer takes a boolean. They replace the word at the cursor.
    fn booleans(&self, at: &str) -> Vec<Completion> {
        let ours = matches!(shape::key_at(at).map(|key| &key.shape), Some(Shape::Bool));
        let of_schema = shape::in_schema(at) && FLAGS.contains(&parent(at).1);
        if !ours && !of_schema {
            return Vec::new();
        }
        let cursor = self.offset.saturating_sub(self.start);
        let (before, after) = self.text.split_at_checked(cursor).unwrap_or((self.text, ""));
        let is_letter = |c: &char| c.is_ascii_alphabetic();
        let start = self.offset - before.chars().rev().take_while(is_letter).count();
        let span = Span::new(start, self.offset + after.chars().take_while(is_letter).count());
        let offer = |word: &str| Completion {
            label: word.to_owned(),
            kind: SymbolKind::EnumMember,
            detail: String::new(),
            documentation: String::new(),
            edit: Edit::replace(span, word),
            snippet: false,
        };
        ["true", "false"].map(offer).into()
    }

    fn in_schema(&self, list: &str, last: &str, add: &mut dyn FnMut(&str, &str, &str, SymbolKind)) {
        // An item of a list of types is a type.
        let is_type = last == "type" || (list.ends_with("/type") && last.bytes().all(|b| b.is_ascii_digit()));
        match last {
            _ if is_type => agmark_schema::validate::TYPES
                .iter()
                .for_each(|one| add(one, "", "type", SymbolKind::EnumMember)),
            "format" => {
                FORMATS.iter().for_each(|(one, docs)| add(one, docs, "format", SymbolKind::EnumMember))
            }
            "x-semantic" => {
                let name = pointer::steps(list).last().unwrap_or_default();
                let mut terms: Vec<_> = TERMS.iter().collect();
                // Terms similar to the name of the field come first.
                terms.sort_by_key(|(term, _)| !sounds_like(term, &name));
                for (term, docs) in terms {
                    add(&format!("https://schema.org/{term}"), docs, "schema.org", SymbolKind::Interface);
                }
            }
            _ => {
                let Some(schema) = list.strip_suffix("/required") else { return };
                let properties = self.root.at(schema).and_then(|schema| schema.get("properties"));
                for member in properties.and_then(Node::as_map).into_iter().flatten() {
                    add(&member.key.text, "", "property", SymbolKind::Field);
                }
            }
        }
    }

    fn scopes(&self) -> Vec<String> {
        let mut scopes = BTreeSet::new();
        self.manifests(&mut |manifest| {
            let stated = manifest.actions.iter().chain(&manifest.views).filter_map(|one| one.scope.as_ref());
            scopes.extend(stated.filter(|scope| !scope.text.is_empty()).map(|scope| scope.text.clone()));
        });
        scopes.into_iter().collect()
    }

    /// The manifest, or its pieces.
    fn manifests(&self, see: &mut dyn FnMut(&Manifest)) {
        match self.document {
            Some(document) => manifest_piece::manifests(document).for_each(|(_, manifest)| see(manifest)),
            None => see(&Manifest::read(self.text, self.start)),
        }
    }

    /// Whether the manifest has a key in another piece.
    fn has_elsewhere(&self, name: &str) -> bool {
        let pieces = self.document.map(cross_file::manifest_group::pieces).unwrap_or_default();
        pieces.iter().any(|piece| piece.part.keys.iter().any(|one| one.key.text == name))
    }

    fn text_of(&self, span: Span) -> &str {
        let range = span.range();
        self.text
            .get(range.start.saturating_sub(self.start)..range.end.saturating_sub(self.start))
            .unwrap_or("")
    }
}

/// The key of the manifest whose names a page's list contains, and what they are.
fn names_of(list: &str) -> Option<(&'static str, &'static str)> {
    let mut steps = pointer::steps(list);
    (steps.next()? == "pages").then_some(())?;
    steps.next()?;
    match steps.next()?.as_str() {
        "actions" => Some(("actions", "action")),
        "data" => Some(("data", "data view")),
        _ => None,
    }
}

/// The value of a key as a snippet.
fn value_of(key: &Key) -> &'static str {
    match &key.shape {
        Shape::Text | Shape::Like(_) | Shape::OneOf(_) => "\"$1\"",
        Shape::Bool => "false$0",
        Shape::Schema => "{ \"type\": \"object\", \"properties\": {$1} }",
        Shape::Object(_) | Shape::Map(_) | Shape::Anything => "{$1}",
        Shape::Names => "[\"$1\"]",
    }
}

/// A pointer without its last step, and that step.
fn parent(pointer: &str) -> (&str, &str) {
    pointer.rsplit_once('/').unwrap_or(("", pointer))
}

/// Whether a term and the name of a field share a word.
fn sounds_like(term: &str, name: &str) -> bool {
    let term = term.to_ascii_lowercase();
    name.split(['_', '-']).any(|word| word.len() > 2 && (term.contains(word) || word.contains(&term)))
}
