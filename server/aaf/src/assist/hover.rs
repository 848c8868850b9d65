//! What is said of an annotation or of a key of the manifest beside the pointer.

use agmark_schema::json;
use agmark_syntax::{Hover, Span};

use crate::manifest::shape;
use crate::page::{Annotation, Page};
use crate::vocabulary::{PREFIX, Values, Word};

/// Hover in a page: on the name of an annotation what it is for, on a word of a fixed set what it means.
pub fn page(text: &str, offset: usize) -> Option<Hover> {
    let page = Page::new(text);
    let on = |one: &&Annotation<'_>| one.span.touches(offset);
    if let Some(annotation) = page.annotated.iter().flat_map(|one| &one.annotations).find(on) {
        return attribute(annotation, offset);
    }
    let script = page.manifests.iter().filter_map(|index| page.dom.elements.get(*index));
    let script = script.into_iter().find(|element| element.content.contains(&offset))?;
    manifest(&text[script.content.clone()], script.content.start, offset)
}

fn attribute(annotation: &Annotation<'_>, offset: usize) -> Option<Hover> {
    let known = annotation.known?;
    if annotation.value_span.touches(offset)
        && let (Values::OneOf(words), Some(text)) = (&known.values, annotation.legal())
    {
        let word = words.iter().find(|one| one.word == text)?;
        let markdown = format!("**{PREFIX}{}** `{}`\n\n{}", known.name, word.word, word.docs);
        return Some(Hover { markdown, span: annotation.value_span });
    }
    if !annotation.name_span.touches(offset) {
        return None;
    }
    let values = match &known.values {
        Values::OneOf(words) => list(words),
        Values::Like(pattern) => format!("\n\nValue: {}.", pattern.words()),
        Values::Any => String::new(),
    };
    let markdown = format!("**{PREFIX}{}**\n\n{}{values}", known.name, known.docs);
    Some(Hover { markdown, span: annotation.name_span })
}

fn list(words: &[Word]) -> String {
    let lines = words.iter().map(|one| format!("\n- `{}` {}", one.word, one.docs));
    std::iter::once("\n".to_owned()).chain(lines).collect()
}

/// Hover in a manifest, whose text starts at byte `start`: on a key what it is for, on a risk or a policy what
/// it means.
pub fn manifest(text: &str, start: usize, offset: usize) -> Option<Hover> {
    let parsed = json::parse_at(text, start);
    let found = parsed.root.locate_offset(offset);
    let key = shape::key_at(&found.pointer)?;
    if found.on_key {
        let need = if key.required { "required" } else { "optional" };
        let values = match &key.shape {
            shape::Shape::OneOf(words) => list(words),
            shape::Shape::Like(pattern) => format!("\n\nValue: {}.", pattern.words()),
            _ => String::new(),
        };
        let markdown = format!("**{}** ({need})\n\n{}{values}", key.name, key.docs);
        return Some(Hover { markdown, span: found.key?.span.clone().into() });
    }
    let shape::Shape::OneOf(words) = &key.shape else { return None };
    let word = words.iter().find(|one| Some(one.word) == found.node.as_str())?;
    let markdown = format!("**{}** `{}`\n\n{}", key.name, word.word, word.docs);
    Some(Hover { markdown, span: Span::from(found.node.span.clone()) })
}
