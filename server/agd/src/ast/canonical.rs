//! Blocks in canonical form, as the serializer and edits write them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::attribute::Value;
use super::block::Block;
use super::owned::{Content, OwnedBlock};
use super::run::{OwnedRun, Runs};
use crate::lexical::kind::Kind;
use crate::lexical::markup::RunKind;
use crate::lexical::value;
use crate::lexical::writer::{self, Header, attribute, fence, marker};

impl<'a> Block<'a> {
    /// The block in canonical form, without a line feed at the end.
    pub fn canonical(self) -> Cow<'a, str> {
        if self.shape.tidy {
            return Cow::Borrowed(self.source());
        }
        let mut out = String::with_capacity(self.source().len() + 8);
        block(self, &mut out);
        Cow::Owned(out)
    }
}

/// Two blocks are equal if their canonical forms are. Layout and position do not matter.
impl PartialEq for Block<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
    }
}

impl OwnedBlock {
    /// In canonical form, without a line feed at the end. Some values cannot be written so that they read back the
    /// same. An edit with such a block is refused.
    pub fn canonical(&self) -> String {
        let mut out = String::new();
        owned(self, self.id.as_deref(), self.hash.as_deref(), &mut out);
        out
    }
}

/// A block, without the last line feed.
pub fn block(block: Block<'_>, out: &mut String) {
    with(block, None, out);
}

/// A block with changed attributes, by key. `None` removes the attribute.
pub fn with_attributes(block: Block<'_>, changes: &Changes, out: &mut String) {
    with(block, Some(changes), out);
}

type Changes = BTreeMap<String, Option<Value<'static>>>;

fn with(block: Block<'_>, changes: Option<&Changes>, out: &mut String) {
    let is_inline = block.kind().is_inline();
    let header = Header { tag: block.tag(), is_inline, id: block.id(), hash: block.hash() };
    let text = |out: &mut String| match (block.kind(), block.text(), block.target()) {
        (Kind::Comment, ..) => out.push_str(block.source().get(2..).unwrap_or("")),
        (_, Some(text), _) if !text.is_empty() => {
            out.push(' ');
            inline(text, out);
        }
        (_, _, Some(target)) => {
            out.push_str(" #");
            out.push_str(target);
        }
        _ => {}
    };
    writer::header(&header, text, |out| attributes(block, changes, out), out);
    for item in block.items() {
        marker(block.kind().marker(), item.is_empty(), out);
        inline(item, out);
    }
    if let Some(body) = block.body() {
        fence(&body, out);
    }
}

/// Inline text, unchanged except for one space in each `@ref #ident`.
fn inline(text: &str, out: &mut String) {
    if memchr::memchr(b'@', text.as_bytes()).is_none() {
        return out.push_str(text);
    }
    for run in Runs::new(text) {
        if run.kind == RunKind::Ref {
            out.push_str("@ref #");
            out.push_str(run.text);
        } else {
            out.push_str(&text[run.span]);
        }
    }
}

fn attributes(block: Block<'_>, changes: Option<&Changes>, out: &mut String) {
    let mut attributes: SmallVec<[(&str, Cow<'_, str>); 8]> = block
        .attributes()
        .filter(|attribute| !changes.is_some_and(|changes| changes.contains_key(attribute.key)))
        .map(|attribute| (attribute.key, value::written(attribute.raw)))
        .collect();
    for (key, value) in changes.into_iter().flatten() {
        attributes.extend(value.as_ref().map(|value| (key.as_str(), value.canonical())));
    }
    attributes.sort_unstable_by_key(|(key, _)| *key);
    for (key, value) in attributes {
        attribute(key, &value, out);
    }
}

/// Writes a block that is plain data, with this id and hash. The caller checks that it reads back
/// the same.
pub fn owned(block: &OwnedBlock, id: Option<&str>, hash: Option<&str>, out: &mut String) {
    let kind = Kind::of_tag(&block.kind);
    let header = Header { tag: &block.kind, is_inline: kind.is_some_and(Kind::is_inline), id, hash };
    let text = |out: &mut String| match &block.content {
        Content::Inline(runs) if kind == Some(Kind::Ref) => {
            out.push_str(" #");
            out.push_str(runs.first().map_or("", |run| &run.text));
        }
        Content::Inline(runs) if !runs.is_empty() => {
            out.push(' ');
            write_runs(runs, out);
        }
        _ => {}
    };
    writer::header(&header, text, |out| write_attributes(&block.attrs, out), out);
    match &block.content {
        Content::Items(items) => {
            for runs in items {
                marker(kind.map_or('-', Kind::marker), runs.is_empty(), out);
                write_runs(runs, out);
            }
        }
        Content::Fenced(body) => fence(body, out),
        Content::Empty | Content::Inline(_) => {}
    }
}

fn write_runs(runs: &[OwnedRun], out: &mut String) {
    runs.iter().for_each(|run| run.write(out));
}

fn write_attributes(attributes: &BTreeMap<String, Value<'static>>, out: &mut String) {
    for (key, value) in attributes {
        attribute(key, &value.canonical(), out);
    }
}
