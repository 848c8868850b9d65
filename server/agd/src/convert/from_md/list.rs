//! Lists.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::inline::Builder;
use super::reader::{MarkdownReader, is_block};
use crate::ast::{Content, OwnedBlock, OwnedRun, RunKind};
use crate::convert::converted::Loss;
use crate::convert::markdown_markers;

/// A list that is being read.
struct List {
    numbered: bool,
    /// The number of its first item.
    first: u64,
    items: Vec<Vec<OwnedRun>>,
    /// The open items by their position; `None` for an item whose list a block has ended.
    open: Vec<Option<usize>>,
}

impl List {
    /// Adds the box of a task to the start of the open item.
    fn task(&mut self, done: bool) {
        if let Some(own) = self.open.last().copied().flatten() {
            self.items[own] = vec![OwnedRun::new(RunKind::Text, if done { "[x]" } else { "[ ]" })];
        }
    }
}

impl MarkdownReader<'_> {
    /// A list with its nested lists, whose items follow their parent item. Another block splits the list.
    pub(super) fn list(&mut self, start: Option<u64>) {
        let mut list = List {
            numbered: start.is_some(),
            first: start.unwrap_or(1),
            items: Vec::new(),
            open: Vec::new(),
        };
        let mut depth = 1_usize;
        while let Some((event, range)) = self.events.next() {
            let line = self.lines.number(range.start);
            match event {
                Event::Start(Tag::List(_)) => {
                    depth += 1;
                    let what = "nested list: its items follow their parent item";
                    self.lose(line, what.to_owned());
                }
                Event::End(TagEnd::List(_)) => depth -= 1,
                Event::Start(Tag::Item) => {
                    list.open.push(Some(list.items.len()));
                    list.items.push(Vec::new());
                }
                Event::End(TagEnd::Item) => drop(list.open.pop()),
                Event::Start(Tag::Paragraph) => {
                    if let Some((Event::TaskListMarker(done), _)) = self.events.as_slice().first() {
                        list.task(*done);
                        self.events.by_ref().take(1).for_each(drop);
                    }
                    let runs = self.inline(line, TagEnd::Paragraph);
                    self.text(&mut list, runs, line);
                }
                Event::TaskListMarker(done) => list.task(done),
                event if is_block(&event) => {
                    let what = "block in a list: it splits the list";
                    self.lose(line, what.to_owned());
                    self.close(&mut list);
                    self.block(event, range);
                }
                event => {
                    // The text of a tight item is not in a paragraph.
                    let mut builder = Builder::new(self.markdown);
                    builder.event(event, range);
                    while self.events.as_slice().first().is_some_and(|(event, _)| !is_block(event)) {
                        self.events.by_ref().take(1).for_each(|(event, range)| builder.event(event, range));
                    }
                    let runs = builder.finish(line, &mut self.losses);
                    self.text(&mut list, runs, line);
                }
            }
            if depth == 0 {
                break;
            }
        }
        self.close(&mut list);
    }

    /// Adds text to the open item, or after the block that has ended the list.
    fn text(&mut self, list: &mut List, mut runs: Vec<OwnedRun>, line: usize) {
        let Some(own) = list.open.last().copied().flatten() else {
            return self.push_inline("p".to_owned(), runs, None, line);
        };
        let item = &mut list.items[own];
        if item.is_empty() {
            *item = runs;
            if let Some(first) = item.first_mut().filter(|first| markdown_markers::task(&first.text)) {
                first.text.insert(0, '\\');
            }
        } else if !runs.is_empty() {
            if !is_box(item) {
                self.losses
                    .push(Loss { line, what: "several paragraphs in an item: they become one".to_owned() });
            }
            item.push(OwnedRun::new(RunKind::Text, " "));
            item.append(&mut runs);
        }
        OwnedRun::normalize(item);
    }

    /// Ends a list, so that a block can follow.
    fn close(&mut self, list: &mut List) {
        let items = std::mem::take(&mut list.items);
        list.open.fill(None);
        if items.is_empty() {
            return;
        }
        let count = items.len() as u64;
        let mut block = OwnedBlock::new(if list.numbered { "ol" } else { "ul" }, Content::Items(items));
        if let Some(first) = i64::try_from(list.first).ok().filter(|first| list.numbered && *first != 1) {
            block = block.with_attr("start", first);
        }
        list.first = list.first.saturating_add(count);
        self.push(block);
    }
}

/// Whether an item contains only the box of a task so far.
fn is_box(item: &[OwnedRun]) -> bool {
    matches!(item, [run] if run.kind == RunKind::Text && run.text.len() == 3 && markdown_markers::task(&run.text))
}
