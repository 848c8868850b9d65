//! The blocks of Markdown, from the events of its parser.

use std::ops::Range;
use std::vec::IntoIter;

use pulldown_cmark::{CodeBlockKind, Event, Tag, TagEnd};

use super::heading_id::take_heading_id;
use super::inline::{BREAK, Builder};
use crate::ast::{Block, Content, Kind, OwnedBlock, OwnedRun, RunKind};
use crate::convert::converted::Loss;
use crate::convert::stand_ins::{MARKDOWN, RULE};
use crate::document::ids::Names;
use crate::lexical::writer;
use crate::parse;
use crate::parser::{self, Lines};

/// Converts the events of a Markdown parser to blocks.
pub struct MarkdownReader<'a> {
    pub(super) markdown: &'a str,
    pub(super) lines: Lines,
    /// References to links that are defined elsewhere, with the link that replaces each.
    pub(super) inlined: Vec<(Range<usize>, String)>,
    pub(super) events: IntoIter<(Event<'a>, Range<usize>)>,
    pub(super) out: Vec<OwnedBlock>,
    pub(super) losses: Vec<Loss>,
    pub(super) names: Names<'static>,
    /// The id of an anchor, for the next block.
    pub(super) pending: Option<String>,
    /// The header of a table from the comment before it.
    pub(super) header: Option<String>,
}

impl<'a> MarkdownReader<'a> {
    /// A reader of `events` that starts after the front matter `out`.
    pub fn new(
        markdown: &'a str,
        inlined: Vec<(Range<usize>, String)>,
        events: Vec<(Event<'a>, Range<usize>)>,
        out: Vec<OwnedBlock>,
        losses: Vec<Loss>,
    ) -> Self {
        Self {
            markdown,
            lines: Lines::of(markdown),
            inlined,
            events: events.into_iter(),
            out,
            losses,
            names: Names::none(),
            pending: None,
            header: None,
        }
    }

    /// The blocks and the losses.
    pub fn read(mut self) -> (Vec<OwnedBlock>, Vec<Loss>) {
        while let Some((event, range)) = self.events.next() {
            self.block(event, range);
        }
        (self.out, self.losses)
    }

    pub(super) fn block(&mut self, event: Event<'a>, range: Range<usize>) {
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

    pub(super) fn lose(&mut self, line: usize, what: String) {
        self.losses.push(Loss { line, what });
    }

    pub(super) fn push(&mut self, mut block: OwnedBlock) {
        if let Some(id) = self.pending.take_if(|_| block.kind != "!") {
            match block.id {
                None => block.id = Some(id),
                Some(_) => self.out.push(raw("html", format!("<a id=\"{id}\"></a>"))),
            }
        }
        self.out.push(block);
    }

    /// Inline text up to and including its end event.
    pub(super) fn inline(&mut self, line: usize, end: TagEnd) -> Vec<OwnedRun> {
        self.builder(end).finish(line, &mut self.losses)
    }

    pub(super) fn builder(&mut self, end: TagEnd) -> Builder<'a> {
        let mut builder = Builder::new(self.markdown);
        for (event, range) in self.events.by_ref() {
            if matches!(&event, Event::End(found) if *found == end) {
                break;
            }
            builder.event(event, range);
        }
        builder
    }

    /// Skips all events to the end of the open element.
    pub(super) fn skip(&mut self, end: &TagEnd) {
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

    pub(super) fn heading(&mut self, level: usize, range: Range<usize>, line: usize) {
        if level > 4 {
            self.lose(line, format!("heading of level {level}: it becomes @h4"));
        }
        let source = &self.markdown[range];
        let end = self.events.as_slice().iter().find_map(|(event, _)| match event {
            Event::End(end @ TagEnd::Heading(_)) => Some(*end),
            _ => None,
        });
        let Some(end) = end else { return };
        let mut runs = self.inline(line, end);
        let id = take_heading_id(&mut runs, source);
        self.push_inline(format!("h{}", level.min(4)), runs, id, line);
    }

    /// A heading or a paragraph. If its text would end with an id, it gets an id.
    pub(super) fn push_inline(&mut self, kind: String, runs: Vec<OwnedRun>, id: Option<String>, line: usize) {
        let title: String = runs.iter().map(|run| run.text.as_str()).collect();
        let mut block = OwnedBlock::new(kind, Content::Inline(runs));
        block.id = self.pending.take();
        if let Some(id) = id {
            if block.id.is_none() && self.names.unique(id.clone()) == id {
                block.id = Some(id);
            } else {
                self.lose(line, format!("the id \"{id}\": it is a duplicate, or the block has another id"));
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

    /// Whether the quote that starts here contains only paragraphs.
    pub(super) fn has_only_paragraphs(&self) -> bool {
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

    /// The lines of a quote, with an empty line between paragraphs.
    pub(super) fn quote(&mut self, line: usize) {
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

    pub(super) fn code(&mut self, kind: &CodeBlockKind<'_>) {
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

    /// Whether a written id belongs to this block: no other block has it, or it is that of the anchor before it.
    pub(super) fn is_free(&mut self, id: &str) -> bool {
        self.pending.take_if(|pending| pending == id).is_some() || self.names.unique(id.to_owned()) == id
    }

    /// Verbatim text up to an end, without its last line feed.
    pub(super) fn body(&mut self, end: TagEnd) -> String {
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
        crate::lexical::line::without_carriage_returns(&body).into_owned()
    }

    pub(super) fn html(&mut self) {
        let body = self.body(TagEnd::HtmlBlock);
        let inside = body.trim().strip_prefix("<!--").and_then(|rest| rest.strip_suffix("-->"));
        let written =
            inside.map(str::trim).filter(|inside| !inside.contains('\n') && inside.starts_with('@'));
        if let Some(source) = written {
            if let Ok(Some(shape)) = parser::one(source)
                && matches!(shape.kind, Kind::Meta | Kind::Include | Kind::Comment | Kind::Extension)
                && let block = Block::new(source, &shape, None)
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

/// A fenced block whose header is after the opening fence.
pub fn tagged(info: &str, body: &str) -> Option<OwnedBlock> {
    if !info.starts_with('@') || info.contains(BREAK) {
        return None;
    }
    let mut text = info.to_owned();
    writer::fence(body, &mut text);
    let shape = parser::one(&text).ok()??;
    Some(Block::new(&text, &shape, None).to_owned())
}

/// Whether an event starts, ends or is a block.
pub fn is_block(event: &Event<'_>) -> bool {
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
