//! Checks that written blocks read back the same.

use super::error::EditError;
use super::report::{Notice, Report};
use crate::ast::{Block, Content, Kind, OwnedBlock, OwnedRun, Runs, canonical, hash};
use crate::parser::{self, Shape};

/// Whether a block has a stored hash that is the hash of its content. A stale one is reported.
pub fn stored_hash(block: Block<'_>, report: &mut Report) -> bool {
    let (Some(written), Some(id)) = (block.hash(), block.id()) else { return false };
    let now = block.content_hash();
    let fresh = hash::fits(written, &now);
    if !fresh {
        let (id, written) = (id.to_owned(), written.to_owned());
        report.notices.push(Notice::StaleHash { id, written, now });
    }
    fresh
}

/// Replaces the stored hash with the hash of the content, with the same number of digits.
pub fn refresh(text: &mut String, shape: &Shape) {
    let block = Block::new(text, shape, None);
    let Some(written) = block.hash() else { return };
    let (length, mut now) = (written.len(), block.content_hash());
    now.truncate(length);
    let start = shape.id.end as usize + 1;
    text.replace_range(start..start + length, &now);
}

/// Writes a block with this id and hash, so that it reads back as that block.
pub fn written(
    block: &OwnedBlock,
    id: Option<&str>,
    hash: Option<&str>,
    text: &mut String,
) -> Result<Shape, EditError> {
    canonical::owned(block, id, hash, text);
    let shape = parsed(text, &block.kind)?;
    let read = Block::new(text, &shape, None);
    if read.id() != id || read.hash() != hash || !says(read, block) {
        return Err(not_itself(&block.kind));
    }
    Ok(shape)
}

pub fn parsed(text: &str, kind: &str) -> Result<Shape, EditError> {
    let kind = || kind.to_owned();
    if text.contains('\0') {
        return Err(EditError::Nul { kind: kind() });
    }
    parser::one(text)
        .map_err(|error| EditError::Unwritable { kind: kind(), reason: error.kind })?
        .ok_or_else(|| not_itself(&kind()))
}

pub fn not_itself(kind: &str) -> EditError {
    let hint = match Kind::of_tag(kind) {
        Some(Kind::Heading(_) | Kind::Paragraph) => {
            "inline text is one line, its mark-up cannot be escaped or nested, its end must not look like an id, and \
             attributes need an id"
        }
        Some(Kind::List | Kind::NumberedList | Kind::Quote) => {
            "an item is one line, and its mark-up cannot be escaped or nested"
        }
        Some(Kind::Ref) => "it takes one reference and no attributes",
        _ => "it takes attributes of one line and, if its tag has a body, a fenced one",
    };
    EditError::NotItself { kind: kind.to_owned(), hint }
}

/// Whether a block equals the plain data, except for its id.
fn says(block: Block<'_>, owned: &OwnedBlock) -> bool {
    let attributes = block.attributes().count() == owned.attrs.len()
        && block.attributes().all(|a| owned.attrs.get(a.key) == Some(&a.value()));
    let content = match &owned.content {
        Content::Inline(runs) => {
            (block.text().is_some() || block.target().is_some()) && same_runs(block.runs(), runs)
        }
        Content::Items(items) => {
            let same = |(runs, owned): (Runs<'_>, &Vec<OwnedRun>)| same_runs(runs, owned);
            block.kind().has_items()
                && block.items().count() == items.len()
                && block.items().runs().zip(items).all(same)
        }
        Content::Fenced(body) => block.body().as_deref() == Some(body),
        Content::Empty => {
            block.body().is_none()
                && block.text().is_none()
                && block.target().is_none()
                && !block.kind().has_items()
        }
    };
    block.tag() == owned.kind && attributes && content
}

fn same_runs(mut runs: Runs<'_>, owned: &[OwnedRun]) -> bool {
    let same = owned.iter().all(|o| runs.next().is_some_and(|r| r.kind == o.kind && r.text == o.text));
    same && runs.next().is_none()
}

/// Whether two blocks have the same content, except for attributes and id.
pub fn same_content(one: Block<'_>, other: Block<'_>) -> bool {
    let runs = |a: Runs<'_>, b: Runs<'_>| a.map(|r| (r.kind, r.text)).eq(b.map(|r| (r.kind, r.text)));
    if one.kind() == other.kind() && one.content() == other.content() {
        return true;
    }
    one.kind() == other.kind()
        && runs(one.runs(), other.runs())
        && one.items().count() == other.items().count()
        && one.items().runs().zip(other.items().runs()).all(|(a, b)| runs(a, b))
        && one.body() == other.body()
}
