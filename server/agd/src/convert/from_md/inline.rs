//! Inline text of Markdown as runs.

use std::ops::Range;

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use crate::ast::{OwnedRun, RunKind, Runs};
use crate::convert::converted::Loss;
use crate::convert::markdown_markers;
use crate::lexical::line::is_identifier;

/// Stands for a line break inside a paragraph until it is replaced.
pub const BREAK: char = '\n';

/// Builds runs from events.
pub struct Builder<'a> {
    /// The text of the events.
    markdown: &'a str,
    /// The end of the last event.
    end: usize,
    runs: Vec<OwnedRun>,
    /// Text that the next event may continue.
    literal: String,
    /// Whether that text ends in a `{{` without its `}}`.
    in_template: bool,
    /// The open markup. Markup nested in it is dropped.
    style: Option<RunKind>,
    nested: usize,
    links: Vec<Link>,
    lost: Vec<String>,
}

/// A link or an image that is open.
struct Link {
    /// The number of runs before it and the length of the last one.
    before: (usize, usize),
    address: String,
    /// What closes it.
    end: String,
}

impl<'a> Builder<'a> {
    pub fn new(markdown: &'a str) -> Self {
        let (runs, links, lost) = (Vec::new(), Vec::new(), Vec::new());
        Self {
            markdown,
            end: 0,
            runs,
            literal: String::new(),
            in_template: false,
            style: None,
            nested: 0,
            links,
            lost,
        }
    }

    /// Adds an event with its range.
    pub fn event(&mut self, event: Event<'_>, range: Range<usize>) {
        let before = std::mem::replace(&mut self.end, range.end);
        if let Event::Text(text) = &event {
            // In a template, a backslash does not escape Markdown.
            let escaped = self.markdown.get(before..range.start) == Some("\\");
            if escaped && self.in_template {
                self.literal.push('\\');
            }
            let (open, close) = (text.rfind("{{"), text.rfind("}}"));
            if open.is_some() || close.is_some() {
                self.in_template = open > close;
            }
            return self.literal.push_str(text);
        }
        self.flush();
        match event {
            Event::Code(code) if self.style.is_none() => {
                self.runs.push(OwnedRun::new(RunKind::Code, code.into_string()));
            }
            Event::Code(code) => {
                self.lost("nested markup");
                self.text(&markdown_markers::literal(&code));
            }
            Event::Start(Tag::Strong) => self.open(RunKind::Bold),
            Event::Start(Tag::Emphasis) => self.open(RunKind::Italic),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => self.close(),
            Event::Start(Tag::Strikethrough) | Event::End(TagEnd::Strikethrough) => self.text("~~"),
            Event::Start(Tag::Link { link_type: LinkType::Autolink | LinkType::Email, .. }) => {
                self.open_link("<", String::new(), ">".to_owned());
            }
            Event::Start(Tag::Link { dest_url, title, .. }) => {
                self.open_link("[", dest_url.to_string(), target(&dest_url, &title));
            }
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                self.open_link("![", String::new(), target(&dest_url, &title));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.end_link(),
            Event::FootnoteReference(name) => self.text(&format!("[^{name}]")),
            Event::SoftBreak => self.text(&BREAK.to_string()),
            Event::HardBreak => {
                self.lost("line break inside a paragraph");
                self.text(&BREAK.to_string());
            }
            Event::InlineHtml(html) | Event::Html(html) => self.html(&html.replace(BREAK, " ")),
            _ => {}
        }
    }

    fn lost(&mut self, what: &str) {
        if !self.lost.iter().any(|lost| lost == what) {
            self.lost.push(what.to_owned());
        }
    }

    fn flush(&mut self) {
        self.in_template = false;
        if !self.literal.is_empty() {
            let literal = markdown_markers::literal(&std::mem::take(&mut self.literal));
            self.text(&literal);
        }
    }

    fn html(&mut self, html: &str) {
        if markdown_markers::element(html) != Some(html.len()) {
            self.lost("HTML inside text that is not an inline element: it becomes text");
        }
        self.text(html);
    }

    fn text(&mut self, text: &str) {
        let kind = self.style.unwrap_or(RunKind::Text);
        if text.starts_with('~') && self.runs.last().is_some_and(|last| last.text.ends_with('~')) {
            self.lost("strikethrough next to a tilde");
        }
        match self.runs.last_mut() {
            Some(last) if last.kind == kind && (kind == RunKind::Text || self.nested > 0) => {
                last.text.push_str(text)
            }
            _ => self.runs.push(OwnedRun::new(kind, text)),
        }
    }

    fn open(&mut self, kind: RunKind) {
        self.nested += 1;
        if self.style.is_none() {
            self.style = Some(kind);
            self.runs.push(OwnedRun::new(kind, ""));
        } else {
            self.lost("nested markup");
        }
    }

    fn close(&mut self) {
        self.nested = self.nested.saturating_sub(1);
        if self.nested == 0 {
            self.style = None;
        }
    }

    fn open_link(&mut self, mark: &str, address: String, end: String) {
        let before = (self.runs.len(), self.runs.last().map_or(0, |run| run.text.len()));
        self.links.push(Link { before, address, end });
        self.text(mark);
    }

    fn end_link(&mut self) {
        let Some(link) = self.links.pop() else { return };
        if let Some(id) = link.address.strip_prefix('#').filter(|id| is_identifier(id))
            && self.style.is_none()
            && self.said(&link).strip_prefix('[') == Some(&link.address)
        {
            self.runs.truncate(link.before.0);
            if let Some(last) = self.runs.last_mut() {
                last.text.truncate(link.before.1);
            }
            return self.runs.push(OwnedRun::new(RunKind::Ref, id));
        }
        self.text(&link.end);
    }

    /// The text since a link began, with its bracket.
    fn said(&self, link: &Link) -> String {
        let (count, length) = link.before;
        let first =
            count.checked_sub(1).and_then(|last| self.runs.get(last)).map_or("", |run| &run.text[length..]);
        let rest = self.runs.iter().skip(count).map(|run| run.text.as_str());
        std::iter::once(first).chain(rest).collect()
    }

    /// The runs, changed so that they read back the same.
    pub fn finish(mut self, line: usize, losses: &mut Vec<Loss>) -> Vec<OwnedRun> {
        self.flush();
        losses.extend(self.lost.into_iter().map(|what| Loss { line, what }));
        settle(self.runs, line, losses)
    }

    /// The runs of each line.
    pub fn finish_lines(mut self, line: usize, losses: &mut Vec<Loss>) -> Vec<Vec<OwnedRun>> {
        self.flush();
        losses.extend(self.lost.iter().map(|what| Loss { line, what: what.clone() }));
        let mut lines = vec![Vec::new()];
        for run in self.runs {
            for (index, part) in run.text.split(BREAK).enumerate() {
                if index > 0 {
                    lines.push(Vec::new());
                }
                if let Some(last) = lines.last_mut() {
                    last.push(OwnedRun::new(run.kind, part));
                }
            }
        }
        lines.into_iter().map(|runs| settle(runs, line, losses)).collect()
    }
}

fn settle(mut runs: Vec<OwnedRun>, line: usize, losses: &mut Vec<Loss>) -> Vec<OwnedRun> {
    for run in &mut runs {
        run.text = run.text.replace([BREAK, '\r'], " ");
    }
    runs.retain(|run| !run.text.is_empty());
    OwnedRun::normalize(&mut runs);
    for index in 0..runs.len() {
        let good = runs[index].kind == RunKind::Text
            || !reads_back(&runs[..index])
            || reads_back(&head(&runs, index));
        if !good {
            runs[index].kind = RunKind::Text;
            let what = format!("the markup of \"{}\", which is not possible at this place", runs[index].text);
            losses.push(Loss { line, what });
        }
    }
    OwnedRun::normalize(&mut runs);
    if reads_back(&runs) {
        return runs;
    }
    let text = source(&runs);
    losses.push(Loss {
        line,
        what: format!("\"{text}\": AGD reads some of its characters as markup, and they cannot be escaped"),
    });
    let mut read: Vec<OwnedRun> = Runs::new(&text).map(OwnedRun::from).collect();
    OwnedRun::normalize(&mut read);
    read
}

/// The runs up to this one and the first character after them, because `_` does not close within a word.
fn head(runs: &[OwnedRun], index: usize) -> Vec<OwnedRun> {
    let mut head = runs[..=index].to_vec();
    if let Some(next) = runs.get(index + 1).filter(|next| next.kind == RunKind::Text) {
        head.push(OwnedRun::new(RunKind::Text, next.text.chars().take(1).collect::<String>()));
    }
    head
}

fn reads_back(runs: &[OwnedRun]) -> bool {
    let text = source(runs);
    let mut read = Runs::new(&text);
    runs.iter().all(|run| read.next().is_some_and(|r| r.kind == run.kind && r.text == run.text))
        && read.next().is_none()
}

/// The runs as inline source.
pub fn source(runs: &[OwnedRun]) -> String {
    let mut out = String::new();
    runs.iter().for_each(|run| run.write(&mut out));
    out
}

/// The end of a link: `](address "title")`. Characters that would be markup in AGD or end the address are
/// percent-encoded.
pub fn target(address: &str, title: &str) -> String {
    let mut out = "](".to_owned();
    let balanced = balanced(address);
    let mut before = ' ';
    for c in address.chars() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let encode = match c {
            '*' | '`' | '<' | '>' | '\\' => true,
            '(' | ')' => !balanced,
            // Within a word, it does not open markup.
            '_' => !word(before),
            c => c.is_whitespace() || c.is_control(),
        };
        if encode {
            let mut bytes = [0; 4];
            c.encode_utf8(&mut bytes).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
        } else if c == '&' && address.contains(';') {
            out.push_str("&amp;");
        } else {
            out.push(c);
        }
        before = c;
    }
    if !title.is_empty() {
        let title = title.replace('\\', "\\\\").replace('"', "\\\"").replace(BREAK, " ");
        out.push_str(&format!(" \"{title}\""));
    }
    out.push(')');
    out
}

fn balanced(address: &str) -> bool {
    let mut depth = 0_usize;
    for byte in address.bytes() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return false,
            b')' => depth -= 1,
            _ => {}
        }
    }
    depth == 0
}
