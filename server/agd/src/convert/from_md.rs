//! Markdown to AGD.

mod anchor;
pub mod front_matter;
mod heading_id;
mod inline;
mod list;
mod reader;
mod source;
mod table;

use pulldown_cmark::{Options, Parser};

use self::reader::MarkdownReader;
use super::converted::{Converted, Loss};
use crate::ast::OwnedBlock;
use crate::parser::Lines;

pub use heading_id::heading_id;

/// Reads Markdown (CommonMark, with tables, strikethrough, tasks, footnotes, heading ids and front matter) as an AGD
/// document in canonical form.
pub fn from_md(markdown: &str) -> Converted {
    let (blocks, losses) = blocks(markdown);
    let mut text = String::with_capacity(markdown.len());
    for (index, block) in blocks.iter().enumerate() {
        if index > 0 {
            text.push('\n');
        }
        text.push_str(&block.canonical());
        text.push('\n');
    }
    Converted { text, losses }
}

/// The blocks of a Markdown document.
pub fn blocks(markdown: &str) -> (Vec<OwnedBlock>, Vec<Loss>) {
    let markdown = markdown.strip_prefix('\u{feff}').unwrap_or(markdown);
    let Some(nul) = markdown.find('\0') else { return text_blocks(markdown) };
    // CommonMark, section 2.3.
    let (blocks, mut losses) = text_blocks(&markdown.replace('\0', "\u{fffd}"));
    let what = "NUL characters, which became \"\u{fffd}\"".to_owned();
    losses.insert(0, Loss { line: Lines::of(markdown).number(nul), what });
    (blocks, losses)
}

/// The blocks of a document without NUL characters.
fn text_blocks(markdown: &str) -> (Vec<OwnedBlock>, Vec<Loss>) {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES;
    let (front, losses, start) = front_matter::read(markdown);
    let events = Parser::new_ext(&markdown[start..], options).into_offset_iter();
    let events: Vec<_> =
        events.map(|(event, range)| (event, range.start + start..range.end + start)).collect();
    let inlined = source::inlined(&events, markdown);
    MarkdownReader::new(markdown, inlined, events, front, losses).read()
}
