//! The list in a `refs=` attribute: `#a, other.agd#b`.

use agmark_syntax::{Diagnostic, Document, Edit, Fix, Name, Span, World};

use crate::analysis::ID;
use crate::block::Attribute;
use crate::line::is_identifier;
use crate::value;

/// The key under which blocks say what they are related to.
pub const KEY: &str = "refs";

/// One entry of the list.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub span: Span,
    /// What comes before the `#`; none in an entry for this document.
    pub file: Option<Span>,
    /// What comes after the `#`; none if it is no identifier.
    pub name: Option<Span>,
}

/// What the entries of a list refer to, file and id; without those that are no reference.
pub fn list(value: &str) -> impl Iterator<Item = (Option<&str>, &str)> {
    value.split(',').filter_map(|part| {
        let (file, name) = part.trim().split_once('#')?;
        is_identifier(name).then_some(((!file.is_empty()).then_some(file), name))
    })
}

/// The entries of the list, without empty ones. Nothing that may stand in an entry can be escaped.
pub fn entries<'a>(attribute: &Attribute, text: &'a str) -> impl Iterator<Item = Entry> + use<'a> {
    let whole = value::inside(attribute);
    let mut at = whole.start as usize;
    whole.text(text).split(',').filter_map(move |part| {
        let start = at + (part.len() - part.trim_start().len());
        at += part.len() + 1;
        let part = part.trim();
        if part.is_empty() {
            return None;
        }
        let span = Span::new(start, start + part.len());
        let Some((file, name)) = part.split_once('#') else {
            return Some(Entry { span, file: None, name: None });
        };
        Some(Entry {
            span,
            file: (!file.is_empty()).then(|| Span::new(start, start + file.len())),
            name: is_identifier(name).then(|| Span::new(start + file.len() + 1, start + part.len())),
        })
    })
}

/// How many files are offered that have an id.
const OFFERED: usize = 8;

/// Adds to the finding of an entry without a file the fixes that name the files that have its id.
pub fn name_its_file(document: &Document, world: &dyn World, finding: &mut Diagnostic) {
    let start = finding.span.start as usize;
    let Some(sharp) = start.checked_sub(1) else { return };
    // With a file of its own something else is wrong.
    let before = document.text().slice(sharp.saturating_sub(1)..start).into_owned();
    if !matches!(before.as_bytes(), [b'"' | b',' | b' ' | b'=', b'#']) {
        return;
    }
    let id = document.text().span(finding.span).into_owned();
    for place in world.definitions(&Name::new(ID, &id), true).into_iter().take(OFFERED) {
        let file = world.relative(&place.path);
        // Nothing in an entry can be escaped.
        if !file.contains([',', '"', '#', '\\', ' ']) {
            let edits = vec![Edit::insert(sharp, &*file)];
            finding.fixes.push(Fix::offered(format!("refer to {file}#{id}"), edits));
        }
    }
}
