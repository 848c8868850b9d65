//! Inline text of Markdown as runs.

use pulldown_cmark::{Event, LinkType, Tag, TagEnd};

use super::Loss;
use crate::ast::{OwnedRun, RunKind, Runs};
use crate::line::is_identifier;

/// The end of a line inside of a paragraph, until it is known what becomes of it.
pub const BREAK: char = '\n';

/// Puts runs together from events.
#[derive(Default)]
pub struct Builder {
    runs: Vec<OwnedRun>,
    /// The mark-up that is open; what is nested in it has none of its own.
    style: Option<RunKind>,
    nested: usize,
    /// Links and pictures that are open: where they lead, and which run they started with.
    links: Vec<(String, usize, LinkType)>,
    pub lost: Vec<String>,
}

impl Builder {
    pub fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Text(text) => self.text(&text),
            Event::Code(code) if self.style.is_none() && self.links.is_empty() => {
                self.runs.push(OwnedRun::new(RunKind::Code, code.into_string()));
            }
            Event::Code(code) => {
                self.lost("mark-up within mark-up");
                self.text(&code);
            }
            Event::Start(Tag::Strong) => self.open(RunKind::Bold),
            Event::Start(Tag::Emphasis) => self.open(RunKind::Italic),
            Event::End(TagEnd::Strong | TagEnd::Emphasis) => self.close(),
            Event::Start(Tag::Link { dest_url, link_type, .. }) => {
                self.links.push((dest_url.into_string(), self.runs.len(), link_type));
                // What it says is a run of its own.
                self.runs.push(OwnedRun::new(self.style.unwrap_or(RunKind::Text), ""));
            }
            Event::Start(Tag::Image { dest_url, .. }) => {
                self.lost("a picture: its description and its address stay");
                self.links.push((dest_url.into_string(), self.runs.len(), LinkType::Inline));
                self.runs.push(OwnedRun::new(self.style.unwrap_or(RunKind::Text), ""));
            }
            Event::End(TagEnd::Link | TagEnd::Image) => self.end_link(),
            Event::SoftBreak => self.text(&BREAK.to_string()),
            Event::HardBreak => {
                self.lost("a line break within a paragraph");
                self.text(&BREAK.to_string());
            }
            Event::InlineHtml(html) | Event::Html(html) => {
                self.lost("HTML within text: it stays as text");
                self.text(&html);
            }
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            _ => {}
        }
    }

    fn lost(&mut self, what: &str) {
        if !self.lost.iter().any(|lost| lost == what) {
            self.lost.push(what.to_owned());
        }
    }

    fn text(&mut self, text: &str) {
        let kind = self.style.unwrap_or(RunKind::Text);
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
            self.lost("mark-up within mark-up");
        }
    }

    fn close(&mut self) {
        self.nested = self.nested.saturating_sub(1);
        if self.nested == 0 {
            self.style = None;
        }
    }

    fn end_link(&mut self) {
        let Some((address, first, kind)) = self.links.pop() else { return };
        let first = first.min(self.runs.len());
        let said: String = self.runs[first..].iter().map(|run| run.text.as_str()).collect();
        if let Some(id) = address.strip_prefix('#').filter(|id| is_identifier(id))
            && said == address
            && self.style.is_none()
        {
            self.runs.truncate(first);
            return self.runs.push(OwnedRun::new(RunKind::Ref, id));
        }
        let same = said == address || matches!(kind, LinkType::Autolink | LinkType::Email);
        if !same && !address.is_empty() {
            self.lost("a link: its address stays, in brackets");
            self.text(&format!(" ({address})"));
        }
    }

    /// The runs, such that they read back as they are; where that cannot be, what they read back as.
    pub fn finish(self, line: usize, losses: &mut Vec<Loss>) -> Vec<OwnedRun> {
        losses.extend(self.lost.into_iter().map(|what| Loss { line, what }));
        settle(self.runs, line, losses)
    }

    /// The runs of each line.
    pub fn finish_lines(self, line: usize, losses: &mut Vec<Loss>) -> Vec<Vec<OwnedRun>> {
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
            let what = format!("the mark-up of \"{}\", which cannot stand there", runs[index].text);
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
        what: format!("\"{text}\" has characters that are mark-up here, and cannot be escaped"),
    });
    let mut read: Vec<OwnedRun> = Runs::new(&text).map(OwnedRun::from).collect();
    OwnedRun::normalize(&mut read);
    read
}

/// The runs up to this one, and the first character of what comes next: `_` does not close within a word.
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
