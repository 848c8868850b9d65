//! Setting and removing attributes.

use std::ops::Range;

use super::apply::Undo;
use super::error::EditError;
use super::faithful::{not_itself, parsed, refresh, same_content, stored_hash};
use super::report::{Notice, Report};
use crate::ast::{Attributes, Block, Kind, Value, canonical};
use crate::document::Document;
use crate::lexical::line::is_name;
use crate::lexical::{value, writer};
use crate::parser::{Shape, Token};

impl Document<'_> {
    /// Sets an attribute, or removes it.
    pub(super) fn set(
        &mut self,
        slot: u32,
        key: &str,
        value: Option<&Value<'static>>,
        report: &mut Report,
    ) -> Result<Undo, EditError> {
        let old = self.block(slot);
        let node = &self.nodes[slot as usize];
        if value.is_none() && old.attribute(key).is_none() {
            let id = old.id().unwrap_or("").to_owned();
            report.notices.push(Notice::NothingToRemove { id, key: key.to_owned() });
            return Ok(Undo::Write { slot, shape: node.shape.clone(), own: node.own.clone() });
        }
        let fresh = stored_hash(old, report);
        let canonical = value.map(Value::canonical);
        let spliced = spliced(old.source(), &node.shape, key, canonical.as_deref());
        let (mut text, shape) = match spliced {
            Some(spliced) => spliced,
            None => rewritten(old, key, value)?,
        };
        if fresh {
            refresh(&mut text, &shape);
        }
        self.write(slot, text.into_boxed_str(), shape)
    }
}

/// The block written anew, with another attribute, and read back.
fn rewritten(
    old: Block<'_>,
    key: &str,
    value: Option<&Value<'static>>,
) -> Result<(String, Shape), EditError> {
    let mut text = String::with_capacity(old.source().len() + key.len() + 16);
    canonical::with_attribute(old, key, value.map(Value::canonical).as_deref(), &mut text);
    let shape = parsed(&text, old.tag())?;
    let new = Block::new(&text, &shape, None);
    let others = |block: Block<'_>| block.attributes().filter(|a| a.key != key).count();
    if new.attribute(key).as_ref() != value
        || others(new) != others(old)
        || new.id() != old.id()
        || !same_content(new, old)
    {
        return Err(not_itself(old.tag()));
    }
    Ok((text, shape))
}

/// A block in canonical form with the attribute put in its place among the others, and nothing else read or written; none
/// where that is not seen at once to read back as what was meant. `value` is in canonical form; without one the
/// attribute is removed.
fn spliced(text: &str, shape: &Shape, key: &str, value: Option<&str>) -> Option<(String, Shape)> {
    let simple_value = |value: &str| value::is_canonical(value) && !value.contains(['\n', '\r']);
    if !shape.tidy
        || matches!(shape.kind, Kind::Comment | Kind::Ref)
        || key.is_empty()
        || !key.bytes().all(is_name)
        || !value.is_none_or(simple_value)
    {
        return None;
    }
    if shape.kind.is_inline() {
        // The bracket at the end of the line is the id's for sure if there is no other.
        let (before, after) =
            (text.get(..(shape.id.start as usize).checked_sub(2)?)?, text.get(shape.id.end as usize..)?);
        let bracket = |part: &str| memchr::memchr(b'[', part.as_bytes()).is_some();
        if shape.id.is_empty() || bracket(before) || bracket(after) || value.is_some_and(bracket) {
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

/// Where the attribute stands with the space before it, or the empty place where it belongs.
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
    fn putting_it_in_place_is_writing_it_anew() {
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
                let (anew, parsed) = rewritten(block, key, value).expect("it can be written");
                assert_eq!(text, anew);
                assert_eq!(format!("{shape:?}"), format!("{parsed:?}"), "{text}");
            }
        }
        assert!(seen > 500, "{seen}");
    }
}
