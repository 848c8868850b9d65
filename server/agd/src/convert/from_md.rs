//! Markdown to AGD.

mod anchor;
pub mod front_matter;
mod list;
mod source;
mod table;

use std::ops::Range;
use std::vec::IntoIter;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::inline::{BREAK, Builder};
use super::{Converted, Loss};
use crate::ast::{Content, Kind, OwnedBlock, OwnedRun, RunKind};
use crate::ids::Names;
use crate::strict::Lines;
use crate::{parse, strict};

pub use anchor::heading_id;
pub use table::ALIGN;

/// The `type=` of a `@raw` block that holds Markdown for which AGD has no block.
pub const MARKDOWN: &str = "markdown";
/// The `type=` of a `@raw` block that holds what `@meta` cannot hold of a front matter.
pub const FRONT_MATTER: &str = "front-matter";
/// The tag of a line between two parts of a document.
pub const RULE: &str = "x-rule";

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
    // As CommonMark says (2.3): nothing that holds one is read as a text.
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
    let mut reader = Reader {
        markdown,
        lines: Lines::of(markdown),
        inlined: source::inlined(&events, markdown),
        events: events.into_iter(),
        out: front,
        losses,
        names: Names::none(),
        pending: None,
        header: None,
    };
    while let Some((event, range)) = reader.events.next() {
        reader.block(event, range);
    }
    (reader.out, reader.losses)
}

struct Reader<'a> {
    markdown: &'a str,
    lines: Lines,
    /// References to links that are defined elsewhere, and what they are in place.
    inlined: Vec<(Range<usize>, String)>,
    events: IntoIter<(Event<'a>, Range<usize>)>,
    out: Vec<OwnedBlock>,
    losses: Vec<Loss>,
    names: Names,
    /// The id of an anchor, for the next block.
    pending: Option<String>,
    /// The header of a table, from a comment before it.
    header: Option<String>,
}

impl<'a> Reader<'a> {
    fn block(&mut self, event: Event<'a>, range: Range<usize>) {
        let line = self.lines.number(range.start);
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.heading(level as usize, range, line),
            Event::Start(Tag::Paragraph) => {
                if self.anchor() {
                    return;
                }
                let runs = self.inline(line, TagEnd::Paragraph);
                match runs.as_slice() {
                    [run] if run.kind == RunKind::Ref => {
                        self.push(OwnedBlock::new("ref", Content::Inline(runs)));
                    }
                    _ => self.push_inline("p".to_owned(), runs, None, line),
                }
            }
            Event::Start(Tag::BlockQuote(_)) if self.has_only_paragraphs() => self.quote(line),
            Event::Start(tag @ (Tag::BlockQuote(_) | Tag::FootnoteDefinition(_))) => {
                let source = self.source(range);
                self.skip(&tag.to_end());
                self.push(raw(MARKDOWN, source));
            }
            Event::Start(Tag::CodeBlock(kind)) => self.code(&kind),
            Event::Start(Tag::HtmlBlock) => self.html(),
            Event::Start(Tag::List(start)) => self.list(start),
            Event::Start(Tag::Table(alignments)) => self.table(&alignments),
            Event::Rule => self.push(OwnedBlock::new(RULE, Content::Empty)),
            _ => {}
        }
    }

    fn lose(&mut self, line: usize, what: String) {
        self.losses.push(Loss { line, what });
    }

    fn push(&mut self, mut block: OwnedBlock) {
        if let Some(id) = self.pending.take_if(|_| block.kind != "!") {
            match block.id {
                None => block.id = Some(id),
                Some(_) => self.out.push(raw("html", format!("<a id=\"{id}\"></a>"))),
            }
        }
        self.out.push(block);
    }

    /// Inline text up to its end, which is taken too.
    fn inline(&mut self, line: usize, end: TagEnd) -> Vec<OwnedRun> {
        self.builder(end).finish(line, &mut self.losses)
    }

    fn builder(&mut self, end: TagEnd) -> Builder<'a> {
        let mut builder = Builder::new(self.markdown);
        for (event, range) in self.events.by_ref() {
            if matches!(&event, Event::End(found) if *found == end) {
                break;
            }
            builder.event(event, range);
        }
        builder
    }

    /// Takes all events to the end of what was begun.
    fn skip(&mut self, end: &TagEnd) {
        let mut depth = 1;
        for (event, _) in self.events.by_ref() {
            match event {
                Event::Start(tag) if tag.to_end() == *end => depth += 1,
                Event::End(found) if found == *end => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return;
            }
        }
    }

    fn heading(&mut self, level: usize, range: Range<usize>, line: usize) {
        if level > 4 {
            self.lose(line, format!("a heading of level {level} becomes @h4"));
        }
        let source = &self.markdown[range];
        let end = self.events.as_slice().iter().find_map(|(event, _)| match event {
            Event::End(end @ TagEnd::Heading(_)) => Some(*end),
            _ => None,
        });
        let Some(end) = end else { return };
        let mut runs = self.inline(line, end);
        let id = anchor::take_heading_id(&mut runs, source);
        self.push_inline(format!("h{}", level.min(4)), runs, id, line);
    }

    /// A heading or a paragraph. One whose text would end as an id gets an id.
    fn push_inline(&mut self, kind: String, runs: Vec<OwnedRun>, id: Option<String>, line: usize) {
        let title: String = runs.iter().map(|run| run.text.as_str()).collect();
        let mut block = OwnedBlock::new(kind, Content::Inline(runs));
        block.id = self.pending.take();
        if let Some(id) = id {
            if block.id.is_none() && self.names.unique(id.clone()) == id {
                block.id = Some(id);
            } else {
                self.lose(
                    line,
                    format!("the id \"{id}\", which another block has, or this block besides its own"),
                );
            }
        }
        let same = |block: &OwnedBlock| {
            let text = block.canonical();
            parse(&text).is_ok_and(|read| read.blocks().map(|b| b.to_owned()).eq([block.clone()]))
        };
        if block.id.is_none() && !same(&block) {
            let id = match Kind::of_tag(&block.kind) {
                Some(Kind::Heading(_)) => self.names.of_title(&block.kind, &title),
                _ => self.names.numbered(&block.kind),
            };
            block.id = Some(id);
        }
        self.out.push(block);
    }

    /// Whether the quote that begins here holds nothing but paragraphs.
    fn has_only_paragraphs(&self) -> bool {
        for (event, _) in self.events.as_slice() {
            match event {
                Event::End(TagEnd::BlockQuote(_)) => return true,
                Event::Start(
                    Tag::Heading { .. }
                    | Tag::BlockQuote(_)
                    | Tag::CodeBlock(_)
                    | Tag::HtmlBlock
                    | Tag::List(_)
                    | Tag::FootnoteDefinition(_)
                    | Tag::Table(_),
                )
                | Event::Rule => return false,
                _ => {}
            }
        }
        true
    }

    /// The lines of a quote; an empty one comes between paragraphs.
    fn quote(&mut self, line: usize) {
        let mut lines = Vec::new();
        while let Some((event, _)) = self.events.next() {
            match event {
                Event::End(TagEnd::BlockQuote(_)) => break,
                Event::Start(Tag::Paragraph) => {
                    if !lines.is_empty() {
                        lines.push(Vec::new());
                    }
                    let builder = self.builder(TagEnd::Paragraph);
                    lines.append(&mut builder.finish_lines(line, &mut self.losses));
                }
                _ => {}
            }
        }
        self.push(OwnedBlock::new("quote", Content::Items(lines)));
    }

    fn code(&mut self, kind: &CodeBlockKind<'_>) {
        let body = self.body(TagEnd::CodeBlock);
        let info = match kind {
            CodeBlockKind::Fenced(info) => info.trim(),
            CodeBlockKind::Indented => "",
        };
        if let Some(block) = tagged(info, &body)
            && block.id.as_ref().is_none_or(|id| self.is_free(id))
        {
            return self.push(block);
        }
        let (lang, rest) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
        let mut block = OwnedBlock::new("code", Content::Fenced(body));
        for (key, value) in [("lang", lang), ("info", rest.trim())].into_iter().filter(|(_, v)| !v.is_empty())
        {
            block = block.with_attr(key, value.replace(BREAK, " "));
        }
        self.push(block);
    }

    /// Whether an id that was written is this block's: no other has it, or it is that of the anchor before it.
    fn is_free(&mut self, id: &str) -> bool {
        self.pending.take_if(|pending| pending == id).is_some() || self.names.unique(id.to_owned()) == id
    }

    /// Verbatim text up to an end, without its last line feed.
    fn body(&mut self, end: TagEnd) -> String {
        let mut body = String::new();
        for (event, _) in self.events.by_ref() {
            match event {
                Event::End(found) if found == end => break,
                Event::Text(text) | Event::Html(text) => body.push_str(&text),
                _ => {}
            }
        }
        if body.ends_with('\n') {
            body.pop();
        }
        crate::ast::lines(&body).into_owned()
    }

    fn html(&mut self) {
        let body = self.body(TagEnd::HtmlBlock);
        let inside = body.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
        let written =
            inside.map(str::trim).filter(|inside| !inside.contains('\n') && inside.starts_with('@'));
        if let Some(source) = written {
            if let Ok(Some(shape)) = strict::one(source)
                && matches!(shape.kind, Kind::Meta | Kind::Include | Kind::Comment | Kind::Extension)
                && let block = crate::ast::Block::new(source, &shape, None)
                && block.id().is_none_or(|id| self.is_free(id))
            {
                return self.push(block.to_owned());
            }
            if source.starts_with("@table")
                && matches!(self.events.as_slice().first(), Some((Event::Start(Tag::Table(_)), _)))
            {
                self.header = Some(source.to_owned());
                return;
            }
        }
        self.push(raw("html", body));
    }
}

fn raw(kind: &str, body: String) -> OwnedBlock {
    OwnedBlock::new("raw", Content::Fenced(body)).with_attr("type", kind)
}

/// A fenced block whose header stands after the fence.
fn tagged(info: &str, body: &str) -> Option<OwnedBlock> {
    if !info.starts_with('@') || info.contains(BREAK) {
        return None;
    }
    let mut text = info.to_owned();
    crate::canonical::fence(body, &mut text);
    let shape = strict::one(&text).ok()??;
    Some(crate::ast::Block::new(&text, &shape, None).to_owned())
}

/// Whether an event begins or ends a block, or is one.
fn is_block(event: &Event<'_>) -> bool {
    match event {
        Event::Start(tag) => !matches!(
            tag,
            Tag::Strong | Tag::Emphasis | Tag::Link { .. } | Tag::Image { .. } | Tag::Strikethrough
        ),
        Event::End(tag) => !matches!(
            tag,
            TagEnd::Strong | TagEnd::Emphasis | TagEnd::Link | TagEnd::Image | TagEnd::Strikethrough
        ),
        Event::Rule => true,
        _ => false,
    }
}
