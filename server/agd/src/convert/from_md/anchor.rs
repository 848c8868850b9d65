//! Anchors of HTML before a block: `<a id="x"></a>`.

use pulldown_cmark::{Event, TagEnd};

use super::reader::MarkdownReader;
use crate::lexical::line::is_identifier;

impl MarkdownReader<'_> {
    /// Reads a paragraph that is only an anchor. The next block gets its id.
    pub(super) fn anchor(&mut self) -> bool {
        let [
            (Event::InlineHtml(open), _),
            (Event::InlineHtml(close), _),
            (Event::End(TagEnd::Paragraph), _),
            next,
            ..,
        ] = self.events.as_slice()
        else {
            return false;
        };
        let Some(id) =
            anchor_id(open).filter(|_| &**close == "</a>" && matches!(next.0, Event::Start(_) | Event::Rule))
        else {
            return false;
        };
        let id = id.to_owned();
        if self.pending.is_some() || self.names.unique(id.clone()) != id {
            return false;
        }
        self.pending = Some(id);
        self.events.by_ref().take(3).for_each(drop);
        true
    }
}

/// The id of `<a id="x">` or `<a name="x">`.
fn anchor_id(tag: &str) -> Option<&str> {
    let rest = tag.strip_prefix("<a id=").or_else(|| tag.strip_prefix("<a name="))?.strip_suffix('>')?;
    let id = rest.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(rest);
    is_identifier(id).then_some(id)
}
