//! Tables.

use pulldown_cmark::{Alignment, Event, Tag, TagEnd};

use super::reader::{MarkdownReader, tagged};
use crate::ast::{Content, OwnedBlock};
use crate::convert::csv;
use crate::convert::stand_ins::ALIGN;

impl MarkdownReader<'_> {
    /// A table. Its cells keep their Markdown.
    pub(super) fn table(&mut self, alignments: &[Alignment]) {
        let mut rows: Vec<Vec<String>> = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let cell = self.source(range).trim().replace("\\|", "|");
                    if let Some(row) = rows.last_mut() {
                        row.push(cell);
                    }
                }
                _ => {}
            }
        }
        let body = csv::write(&rows);
        let header = self.header.take().and_then(|header| tagged(&header, &body));
        let mut block = match header {
            Some(block) if block.id.as_ref().is_none_or(|id| self.is_free(id)) => block,
            _ => OwnedBlock::new("table", Content::Fenced(body)),
        };
        block.attrs.remove(ALIGN);
        if alignments.iter().any(|alignment| *alignment != Alignment::None) {
            let words: Vec<&str> = alignments.iter().copied().map(word).collect();
            block = block.with_attr(ALIGN, words.join(","));
        }
        self.push(block);
    }
}

fn word(alignment: Alignment) -> &'static str {
    match alignment {
        Alignment::None => "none",
        Alignment::Left => "left",
        Alignment::Center => "center",
        Alignment::Right => "right",
    }
}
