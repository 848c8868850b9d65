//! Setting and removing attributes.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use agmark_syntax::work;

use super::apply::Undo;
use super::error::EditError;
use super::faithful::{not_itself, parsed, refresh, same_content, stored_hash};
use super::report::{Notice, Report};
use crate::ast::{Attributes, Block, Kind, Value, canonical};
use crate::document::Document;
use crate::lexical::line::is_name;
use crate::lexical::{value, writer};
use crate::parser::{Shape, Token};

/// New values of attributes by key. `None` removes the attribute.
pub(super) type AttributeChanges = BTreeMap<String, Option<Value<'static>>>;

impl Document<'_> {
    /// Sets an attribute, or removes it.
    pub(super) fn set(
        &mut self,
        slot: u32,
        key: String,
        value: Option<Value<'static>>,
        report: &mut Report,
    ) -> Result<Undo, EditError> {
        let old = self.block(slot);
        if value.is_none() && old.attribute(&key).is_none() {
            let id = old.id().unwrap_or("").to_owned();
            report.notices.push(Notice::NothingToRemove { id, key });
            let node = &self.nodes[slot as usize];
            return Ok(Undo::Write { slot, shape: node.shape.clone(), own: node.own.clone() });
        }
        let has_fresh_hash = stored_hash(old, report);
        self.change_attributes(slot, &AttributeChanges::from([(key, value)]), has_fresh_hash)
    }

    /// Writes a block with changed attributes, and with the hash of its new content if the stored hash was fresh.
    pub(super) fn change_attributes(
        &mut self,
        slot: u32,
        changes: &AttributeChanges,
        has_fresh_hash: bool,
    ) -> Result<Undo, EditError> {
        let old = self.block(slot);
        work::add(old.source().len());
        let spliced = match changes.iter().next() {
            Some((key, value)) if changes.len() == 1 => {
                let canonical = value.as_ref().map(Value::canonical);
                spliced(old.source(), &self.nodes[slot as usize].shape, key, canonical.as_deref())
            }
            _ => None,
        };
        let (mut text, shape) = match spliced {
            Some(spliced) => spliced,
            None => rewritten(old, changes)?,
        };
        if has_fresh_hash {
            refresh(&mut text, &shape);
        }
        self.write(slot, text.into_boxed_str(), shape)
    }
}

/// Whether a block of this kind can always be written with this attribute, if it takes attributes at all.
pub(super) fn is_writable(kind: Kind, key: &str, value: Option<&Value<'static>>) -> bool {
    let is_simple = |value: &Value<'_>| {
        let canonical = value.canonical();
        if kind.is_inline() {
            is_simple(&canonical) && !has_bracket(&canonical)
        } else {
            is_one_line(&canonical)
        }
    };
    is_key(key) && value.is_none_or(is_simple)
}

/// Whether attributes of a block can be set without reading the block back.
pub(super) fn takes_attributes(block: Block<'_>) -> bool {
    match block.kind() {
        Kind::Comment | Kind::Ref => false,
        kind if kind.is_inline() => {
            // The bracket of the id is the only one.
            block.id().is_some() && memchr::memchr_iter(b'[', block.source().as_bytes()).count() == 1
        }
        _ => true,
    }
}

fn is_key(key: &str) -> bool {
    !key.is_empty() && key.bytes().all(is_name)
}

fn is_one_line(value: &str) -> bool {
    !value.contains(['\n', '\r', '\0'])
}

fn is_simple(value: &str) -> bool {
    value::is_canonical(value) && is_one_line(value)
}

fn has_bracket(text: &str) -> bool {
    memchr::memchr(b'[', text.as_bytes()).is_some()
}

/// The block in canonical form with changed attributes, read back.
fn rewritten(old: Block<'_>, changes: &AttributeChanges) -> Result<(String, Shape), EditError> {
    let mut text = String::with_capacity(old.source().len() + 32 * changes.len());
    canonical::with_attributes(old, changes, &mut text);
    let shape = parsed(&text, old.tag())?;
    let new = Block::new(&text, &shape, None);
    let mut set: HashMap<&str, &Value<'_>> = HashMap::new();
    set.extend(changes.iter().filter_map(|(key, value)| Some((key.as_str(), value.as_ref()?))));
    let (mut others, mut as_set) = (0, 0);
    for attribute in new.attributes() {
        match set.get(attribute.key) {
            Some(value) if **value == attribute.value() => as_set += 1,
            _ => others += 1,
        }
    }
    let others_before = old.attributes().filter(|a| !changes.contains_key(a.key)).count();
    if as_set != set.len() || others != others_before || new.id() != old.id() || !same_content(new, old) {
        return Err(not_itself(old.tag()));
    }
    Ok((text, shape))
}

/// A block in canonical form with one attribute inserted, replaced or removed, without reading the rest. `value` is in
/// canonical form; without it, the attribute is removed. `None` if it is not certain that the text reads back right.
fn spliced(text: &str, shape: &Shape, key: &str, value: Option<&str>) -> Option<(String, Shape)> {
    let takes_any = !matches!(shape.kind, Kind::Comment | Kind::Ref);
    if !shape.tidy || !takes_any || !is_key(key) || !value.is_none_or(is_simple) {
        return None;
    }
    if shape.kind.is_inline() {
        // If there is no other bracket, the one at the end of the line is that of the id.
        let (before, after) =
            (text.get(..(shape.id.start as usize).checked_sub(2)?)?, text.get(shape.id.end as usize..)?);
        if shape.id.is_empty() || has_bracket(before) || has_bracket(after) || value.is_some_and(has_bracket)
        {
            return None;
        }
    }
    let (from, to) = place(text, shape, key);
    let length = value.map_or(0, |value| key.len() + value.len() + 2);
    let mut out = String::with_capacity(text.len() - (to - from) + length);
    out.push_str(&text[..from]);
    if let Some(value) = value {
        writer::attribute(key, value, &mut out);
    }
    out.push_str(&text[to..]);
    let moved = |at: u32| at - to as u32 + (from + length) as u32;
    let range = |range: &Range<u32>| match range {
        before if before.end as usize <= from => before.clone(),
        after => moved(after.start)..moved(after.end),
    };
    let (content, id) = (range(&shape.content), range(&shape.id));
    let shape = Shape { content, id, end: moved(shape.end), ..shape.clone() };
    Some((out, shape))
}

/// The position of the attribute with the space before it, or the empty range where it belongs.
fn place(text: &str, shape: &Shape, key: &str) -> (usize, usize) {
    let mut lexer = Attributes::of(text, shape).into_lexer();
    loop {
        let before = lexer.at;
        match lexer.next() {
            Ok(Token::Attribute { key: other, .. }) if other < key => {}
            Ok(Token::Attribute { key: other, .. }) if other == key => return (before, lexer.at),
            _ => return (before, before),
        }
    }
}

#[cfg(test)]
mod tests {
    use agmark_syntax::testing::Random;

    use super::*;
    use crate::{parse, samples};

    #[test]
    fn splicing_an_attribute_equals_writing_the_block() {
        let mut random = Random(0xa77);
        let keys = ["a", "b", "k", "lang", "zz", "not a key", ""];
        let values: [Value<'static>; 7] = [
            "x".into(),
            "two words".into(),
            "a [#b] c".into(),
            "\\ \"q\"".into(),
            5.into(),
            true.into(),
            "".into(),
        ];
        let mut seen = 0;
        for _ in 0..1_500 {
            let text = samples::good(&mut random, 12);
            let Ok(document) = parse(&text) else { continue };
            for (block, node) in document.blocks().zip(&document.nodes) {
                let key = keys[random.below(keys.len())];
                let value = Some(&values[random.below(values.len())]).filter(|_| random.below(4) > 0);
                let canonical = value.map(Value::canonical);
                let Some((text, shape)) = spliced(block.source(), &node.shape, key, canonical.as_deref())
                else {
                    continue;
                };
                seen += 1;
                let changes = AttributeChanges::from([(key.to_owned(), value.cloned())]);
                let (written, parsed) = rewritten(block, &changes).expect("it can be written");
                assert_eq!(text, written);
                assert_eq!(format!("{shape:?}"), format!("{parsed:?}"), "{text}");
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
