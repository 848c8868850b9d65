//! Markdown to AGD.

use std::collections::HashMap;
use std::iter::Peekable;
use std::ops::Range;

use pulldown_cmark::{
    Alignment, CodeBlockKind, Event, MetadataBlockKind, OffsetIter, Options, Parser, Tag, TagEnd,
};

use super::inline::{BREAK, Builder};
use super::{Converted, Loss, csv};
use crate::ast::{Content, Kind, OwnedBlock, OwnedRun, RunKind, Value};
use crate::ids::{Names, slug};
use crate::line::is_name;
use crate::strict::Lines;
use crate::{parse, strict};

/// Reads Markdown (CommonMark, with tables, heading ids and front matter) as an AGD document in canonical form.
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
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_HEADING_ATTRIBUTES
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    let mut reader = Reader {
        lines: Lines::of(markdown),
        events: Parser::new_ext(markdown, options).into_offset_iter().peekable(),
        out: Vec::new(),
        losses: Vec::new(),
        names: Names::none(),
    };
    while let Some((event, range)) = reader.events.next() {
        reader.block(event, range);
    }
    (reader.out, reader.losses)
}

struct Reader<'a> {
    lines: Lines,
    events: Peekable<OffsetIter<'a>>,
    out: Vec<OwnedBlock>,
    losses: Vec<Loss>,
    names: Names,
}

impl<'a> Reader<'a> {
    fn block(&mut self, event: Event<'a>, range: Range<usize>) {
        let line = self.lines.number(range.start);
        match event {
            Event::Start(Tag::Heading { level, id, .. }) => {
                let level = level as usize;
                if level > 4 {
                    self.lose(line, format!("a heading of level {level} becomes @h4"));
                }
                let runs = self.inline(line, |e| matches!(e, Event::End(TagEnd::Heading(_))));
                let kind = format!("h{}", level.min(4));
                let id = id.map(|id| id.into_string());
                self.push_inline(kind, runs, id, line);
            }
            Event::Start(Tag::Paragraph) => {
                let runs = self.inline(line, |e| matches!(e, Event::End(TagEnd::Paragraph)));
                match runs.as_slice() {
                    [run] if run.kind == RunKind::Ref => {
                        self.out.push(OwnedBlock::new("ref", Content::Inline(runs)));
                    }
                    _ => self.push_inline("p".to_owned(), runs, None, line),
                }
            }
            Event::Start(Tag::BlockQuote(_)) => {
                let mut lines = Vec::new();
                self.quote(&mut lines, line);
                self.out.push(OwnedBlock::new("quote", Content::Items(lines)));
            }
            Event::Start(Tag::CodeBlock(kind)) => self.code(kind, line),
            Event::Start(Tag::HtmlBlock) => self.html(),
            Event::Start(Tag::List(start)) => {
                if let Some(start) = start.filter(|start| *start != 1) {
                    self.lose(line, format!("the list starts with {start}: it starts with 1 here"));
                }
                let (mut items, mut after) = (Vec::new(), Vec::new());
                self.list(&mut items, &mut after);
                let kind = if start.is_some() { "ol" } else { "ul" };
                self.out.push(OwnedBlock::new(kind, Content::Items(items)));
                self.out.append(&mut after);
            }
            Event::Start(Tag::Table(alignments)) => self.table(&alignments, line),
            Event::Start(Tag::MetadataBlock(MetadataBlockKind::YamlStyle)) => self.front_matter(line),
            Event::Rule => self.lose(line, "a rule between paragraphs".to_owned()),
            _ => {}
        }
    }

    fn lose(&mut self, line: usize, what: String) {
        self.losses.push(Loss { line, what });
    }

    /// Inline text up to an event that ends it, which is taken too.
    fn inline(&mut self, line: usize, end: impl Fn(&Event<'_>) -> bool) -> Vec<OwnedRun> {
        let mut builder = Builder::default();
        while let Some((event, _)) = self.events.next_if(|(event, _)| !end(event)) {
            builder.event(event);
        }
        self.events.next();
        builder.finish(line, &mut self.losses)
    }

    /// A heading or a paragraph. One whose text would end as an id gets an id.
    fn push_inline(&mut self, kind: String, runs: Vec<OwnedRun>, id: Option<String>, line: usize) {
        let title: String = runs.iter().map(|run| run.text.as_str()).collect();
        let mut block = OwnedBlock::new(kind, Content::Inline(runs));
        if let Some(id) = id {
            if crate::line::is_identifier(&id) && self.names.unique(id.clone()) == id {
                block.id = Some(id);
            } else {
                self.lose(line, format!("the id \"{id}\", which is no identifier or not the first"));
            }
        }
        let same = |block: &OwnedBlock| {
            let text = block.canonical();
            parse(&text).is_ok_and(|read| read.blocks().map(|b| b.to_owned()).eq([block.clone()]))
        };
        if block.id.is_none() && !same(&block) {
            let id = match Kind::of_tag(&block.kind) {
                Some(Kind::Heading(_)) => self.names.unique(slug(&title)),
                _ => self.names.numbered(&block.kind),
            };
            block.id = Some(id);
        }
        self.out.push(block);
    }

    fn code(&mut self, kind: CodeBlockKind<'_>, line: usize) {
        let body = self.body(TagEnd::CodeBlock);
        let info = match &kind {
            CodeBlockKind::Fenced(info) => info.trim(),
            CodeBlockKind::Indented => "",
        };
        if let Some(block) = tagged(info, &body)
            && block.id.as_ref().is_none_or(|id| self.names.unique(id.clone()) == *id)
        {
            return self.out.push(block);
        }
        let (lang, rest) = info.split_once(char::is_whitespace).unwrap_or((info, ""));
        if !rest.trim().is_empty() {
            self.lose(line, format!("\"{}\" after the language", rest.trim()));
        }
        let block = OwnedBlock::new("code", Content::Fenced(body));
        self.out.push(if lang.is_empty() { block } else { block.with_attr("lang", lang) });
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
        let written = inside.map(str::trim).filter(|inside| !inside.contains('\n'));
        if let Some(source) = written.filter(|inside| inside.starts_with('@'))
            && let Ok(Some(shape)) = strict::one(source)
            && matches!(shape.kind, Kind::Meta | Kind::Include | Kind::Comment | Kind::Extension)
            && let block = crate::ast::Block::new(source, &shape, None)
            && block.id().is_none_or(|id| self.names.unique(id.to_owned()) == id)
        {
            return self.out.push(block.to_owned());
        }
        self.out.push(OwnedBlock::new("raw", Content::Fenced(body)).with_attr("type", "html"));
    }

    /// The items of a list and of the lists in it; other blocks come after it.
    fn list(&mut self, items: &mut Vec<Vec<OwnedRun>>, after: &mut Vec<OwnedBlock>) {
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(TagEnd::List(_)) => break,
                Event::Start(Tag::Item) => self.item(items, after, self.lines.number(range.start)),
                _ => {}
            }
        }
    }

    fn item(&mut self, items: &mut Vec<Vec<OwnedRun>>, after: &mut Vec<OwnedBlock>, line: usize) {
        let own = items.len();
        items.push(Vec::new());
        loop {
            let Some((event, range)) = self.events.next_if(|(event, _)| is_block(event)) else {
                if self.events.peek().is_none() {
                    return;
                }
                // A tight item has its text without a paragraph.
                let mut builder = Builder::default();
                while let Some((event, _)) = self.events.next_if(|(event, _)| !is_block(event)) {
                    builder.event(event);
                }
                let runs = builder.finish(line, &mut self.losses);
                self.add(&mut items[own], runs, line);
                continue;
            };
            match event {
                Event::End(TagEnd::Item) => return,
                Event::Start(Tag::Paragraph) => {
                    let runs = self.inline(line, |e| matches!(e, Event::End(TagEnd::Paragraph)));
                    self.add(&mut items[own], runs, line);
                }
                Event::Start(Tag::List(_)) => {
                    let line = self.lines.number(range.start);
                    self.lose(
                        line,
                        "a list in a list: its items follow the item that they belong to".to_owned(),
                    );
                    self.list(items, after);
                }
                event => {
                    let line = self.lines.number(range.start);
                    let before = std::mem::take(&mut self.out);
                    self.block(event, range);
                    let mut inner = std::mem::replace(&mut self.out, before);
                    if !inner.is_empty() {
                        self.lose(line, "a block in a list: it comes after the list".to_owned());
                    }
                    after.append(&mut inner);
                }
            }
        }
    }

    /// Adds a paragraph to an item.
    fn add(&mut self, item: &mut Vec<OwnedRun>, mut runs: Vec<OwnedRun>, line: usize) {
        if !item.is_empty() && !runs.is_empty() {
            self.lose(line, "paragraphs in an item: they become one".to_owned());
            item.push(OwnedRun::new(RunKind::Text, " "));
        }
        item.append(&mut runs);
        OwnedRun::normalize(item);
    }

    /// The lines of a quote; an empty one comes between paragraphs.
    fn quote(&mut self, lines: &mut Vec<Vec<OwnedRun>>, line: usize) {
        while let Some((event, range)) = self.events.next() {
            if matches!(event, Event::End(TagEnd::BlockQuote(_))) {
                return;
            }
            if !lines.is_empty() {
                lines.push(Vec::new());
            }
            if matches!(event, Event::Start(Tag::Paragraph)) {
                let mut builder = Builder::default();
                let end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Paragraph));
                while let Some((event, _)) = self.events.next_if(|(event, _)| !end(event)) {
                    builder.event(event);
                }
                self.events.next();
                lines.append(&mut builder.finish_lines(line, &mut self.losses));
                continue;
            }
            let line = self.lines.number(range.start);
            let before = std::mem::take(&mut self.out);
            self.block(event, range);
            for block in std::mem::replace(&mut self.out, before) {
                self.lose(line, format!("a block in a quote: what @{} says becomes its lines", block.kind));
                match block.content {
                    Content::Inline(runs) => lines.push(runs),
                    Content::Items(mut items) => lines.append(&mut items),
                    Content::Fenced(body) => {
                        for text in body.lines() {
                            let mut builder = Builder::default();
                            builder.event(Event::Text(text.to_owned().into()));
                            lines.push(builder.finish(line, &mut self.losses));
                        }
                    }
                    Content::Empty => {}
                }
            }
        }
    }

    fn table(&mut self, alignments: &[Alignment], line: usize) {
        if alignments.iter().any(|alignment| *alignment != Alignment::None) {
            self.lose(line, "the alignment of a table's columns".to_owned());
        }
        let mut rows: Vec<Vec<String>> = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableHead | Tag::TableRow) => rows.push(Vec::new()),
                Event::Start(Tag::TableCell) => {
                    let line = self.lines.number(range.start);
                    let mut builder = Builder::default();
                    let end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::TableCell));
                    while let Some((event, _)) = self.events.next_if(|(event, _)| !end(event)) {
                        builder.event(event);
                    }
                    let cell = builder.finish(line, &mut self.losses);
                    if cell.iter().any(|run| run.kind != RunKind::Text) {
                        self.lose(line, "mark-up in a table".to_owned());
                    }
                    let text = cell.iter().map(|run| run.text.as_str()).collect();
                    if let Some(row) = rows.last_mut() {
                        row.push(text);
                    }
                }
                _ => {}
            }
        }
        self.out.push(OwnedBlock::new("table", Content::Fenced(csv::write(&rows))));
    }

    /// `key: value` lines as attributes of a `@meta`.
    fn front_matter(&mut self, line: usize) {
        let body = self.body(TagEnd::MetadataBlock(MetadataBlockKind::YamlStyle));
        let mut block = OwnedBlock::new("meta", Content::Empty);
        let mut given = HashMap::new();
        for (index, text) in body.lines().enumerate() {
            let pair = text.split_once(": ").filter(|(key, _)| !key.is_empty() && key.bytes().all(is_name));
            match pair.map(|(key, value)| (key, value.trim())) {
                Some((key, value))
                    if !value.is_empty() && !value.starts_with(['[', '{', '|', '>', '&', '*', '!']) =>
                {
                    let quoted = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                    let value = quoted.map_or_else(|| Value::read(value).into_owned(), Into::into);
                    block = block.with_attr(key, value);
                    // A key has one value: the last one, as most readers of YAML have it.
                    if let Some((before, text)) = given.insert(key, (line + 1 + index, text.trim())) {
                        let what = format!("\"{text}\" of the front matter, where \"{key}\" is given twice");
                        self.lose(before, what);
                    }
                }
                _ if text.trim().is_empty() => {}
                _ => self.lose(line + 1 + index, format!("\"{}\" of the front matter", text.trim())),
            }
        }
        self.out.push(block);
    }
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

/// Whether an event is no inline text.
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
