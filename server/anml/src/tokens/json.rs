//! Writes a document as JSON as a program without ANML would, to compare the cost.
//!
//! `{"KEY":"VALUE",…,"body":[NODE]}` without blanks. An element is `{"role":…,"ref":…,"name":…}`, with its attributes
//! as members, its states as members that are `true`, and `"children":[NODE]` if there are some; content and summaries
//! are `{"text":…}`, rows arrays of cells.

use crate::syntax::element::Element;
use crate::syntax::entry::{Entry, EntryKind};
use crate::syntax::json::encode;
use crate::syntax::node::Kind;

/// Writes the JSON, line by line.
#[derive(Default)]
pub struct Json {
    meta: String,
    body: String,
    /// Elements that are open: their depths, and whether their children are begun.
    open: Vec<(u32, bool)>,
}

impl Json {
    pub fn meta(&mut self, key: &str, value: &str) {
        self.meta.extend([&encode(key), ":", &encode(value), ","]);
    }

    pub fn line(&mut self, entry: &Entry<'_>) {
        self.close(entry.body.depth);
        let goes_on = match self.open.last_mut() {
            Some((_, begun)) => std::mem::replace(begun, true),
            None => true,
        };
        if !goes_on {
            self.body.push_str(",\"children\":[");
        } else if !self.body.is_empty() {
            self.body.push(',');
        }
        match &entry.kind {
            EntryKind::Element(element) => {
                self.body.push('{');
                self.element(element, entry.text);
                self.open.push((entry.body.depth, false));
            }
            EntryKind::Row(row) => {
                self.body.push('[');
                for (index, cell) in row.cells.iter().enumerate() {
                    if index > 0 {
                        self.body.push(',');
                    }
                    match &cell.element {
                        Some(element) => {
                            self.body.push('{');
                            self.element(element, entry.text);
                            self.body.push('}');
                        }
                        None => {
                            let text = cell.span.text(entry.text).replace("\\|", "|");
                            self.body.push_str(&encode(&text));
                        }
                    }
                }
                self.body.push(']');
            }
            _ => self.body.extend(["{\"text\":", &encode(entry.words()), "}"]),
        }
    }

    fn element(&mut self, element: &Element, text: &str) {
        let mut members = vec![("role", element.role.text(text).to_owned())];
        members.extend(element.reference_name().map(|span| ("ref", span.text(text).to_owned())));
        members.extend(element.name.map(|name| ("name", element.value(name, text).into_owned())));
        members.extend(
            element.attributes().map(|a| (a.key.text(text), element.value(a.value, text).into_owned())),
        );
        let strings: Vec<String> =
            members.iter().map(|(key, value)| format!("{}:{}", encode(key), encode(value))).collect();
        self.body.push_str(&strings.join(","));
        for state in element.others().filter(|p| matches!(p.kind, Kind::State | Kind::BareWord)) {
            self.body.extend([",", &encode(state.text(text).trim_matches(['[', ']'])), ":true"]);
        }
    }

    fn close(&mut self, depth: u32) {
        while let Some((_, begun)) = self.open.pop_if(|(open, _)| *open >= depth) {
            self.body.push_str(if begun { "]}" } else { "}" });
        }
    }

    pub fn finish(mut self) -> String {
        self.close(0);
        format!("{{{}\"body\":[{}]}}", self.meta, self.body)
    }
}
