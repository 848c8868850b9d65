//! The source of Markdown.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, LinkType, Tag, TagEnd};

use super::inline::target;
use super::reader::MarkdownReader;

/// An open link: its start, the end of its text, and the text after that if it refers to a definition.
struct Open {
    said: usize,
    target: Option<String>,
}

/// The ends of all links that are defined elsewhere (`][name]`), with the inline link that replaces each.
pub fn inlined(events: &[(Event<'_>, Range<usize>)], markdown: &str) -> Vec<(Range<usize>, String)> {
    let mut open: Vec<Open> = Vec::new();
    let mut out = Vec::new();
    for (event, range) in events {
        match event {
            Event::Start(Tag::Link { link_type, dest_url, title, .. }) => {
                open.push(Open { said: range.start + 1, target: definition(*link_type, dest_url, title) });
            }
            Event::Start(Tag::Image { link_type, dest_url, title, .. }) => {
                open.push(Open { said: range.start + 2, target: definition(*link_type, dest_url, title) });
            }
            Event::End(TagEnd::Link | TagEnd::Image) => {
                if let Some(Open { said, target: Some(target) }) = open.pop()
                    && markdown[..range.end].get(said..).is_some_and(|end| end.starts_with(']'))
                {
                    out.push((said..range.end, target));
                }
                reach(&mut open, range.end);
            }
            _ => reach(&mut open, range.end),
        }
    }
    out.sort_by_key(|(range, _)| range.start);
    out
}

fn reach(open: &mut [Open], end: usize) {
    if let Some(last) = open.last_mut() {
        last.said = last.said.max(end);
    }
}

fn definition(kind: LinkType, address: &CowStr<'_>, title: &CowStr<'_>) -> Option<String> {
    let elsewhere = matches!(kind, LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut);
    elsewhere.then(|| target(address, title))
}

impl MarkdownReader<'_> {
    /// A piece of the text with inline link targets. Lines keep the indent of the first one.
    pub(super) fn source(&self, range: Range<usize>) -> String {
        let mut out = String::with_capacity(range.len());
        let mut at = range.start;
        let first = self.inlined.partition_point(|(link, _)| link.start < range.start);
        for (link, target) in self.inlined[first..].iter().take_while(|(link, _)| link.end <= range.end) {
            out.push_str(&self.markdown[at..link.start]);
            out.push_str(target);
            at = link.end;
        }
        out.push_str(&self.markdown[at..range.end]);
        let text = crate::lexical::line::without_carriage_returns(out.trim_end());
        if !text.contains('\n') {
            return text.into_owned();
        }
        let line = self.markdown[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let indent = range.start - line;
        let dedent = |(index, line): (usize, &'_ str)| {
            let spaces = line.bytes().take_while(|byte| *byte == b' ').count().min(indent);
            line[if index > 0 { spaces } else { 0 }..].to_owned()
        };
        text.split('\n').enumerate().map(dedent).collect::<Vec<_>>().join("\n")
    }
}
