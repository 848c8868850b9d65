//! Writes a document as minimal HTML, to compare the cost.
//!
//! A role becomes its native tag (`link` is `<a>`, `textbox` `<label>NAME</label><input>`) or `<div role=…>`. Names
//! are contents, or `aria-label` on containers. A ref is an `id`; attributes and states are attributes. No blanks
//! between tags. The front matter becomes the title and `<meta>`.

use crate::syntax::element::Element;
use crate::syntax::entry::{Entry, EntryKind};
use crate::syntax::node::Kind;
use crate::vocabulary;

/// Writes the HTML, line by line.
#[derive(Default)]
pub struct Html {
    out: String,
    /// Elements that are open: their depths and tags.
    open: Vec<(u32, &'static str)>,
    /// The table that rows are being written of, by its depth.
    rows: Option<u32>,
}

/// The tag of a role, and where its name is written.
fn tag(role: &str) -> (&'static str, Named) {
    use Named::{Alt, Content, Field, Label};
    match role {
        "link" => ("a", Content),
        "button" => ("button", Content),
        "option" => ("option", Content),
        "h1" => ("h1", Content),
        "h2" => ("h2", Content),
        "h3" => ("h3", Content),
        "h4" => ("h4", Content),
        "h5" => ("h5", Content),
        "h6" => ("h6", Content),
        "p" => ("p", Content),
        "item" => ("li", Content),
        "cell" => ("td", Content),
        "label" => ("label", Content),
        "caption" => ("caption", Content),
        "quote" => ("blockquote", Content),
        "code" => ("pre", Content),
        "textbox" | "searchbox" | "checkbox" | "radio" | "slider" | "spinbutton" | "switch" => {
            ("input", Field)
        }
        "combobox" | "listbox" | "select" => ("select", Field),
        "img" => ("img", Alt),
        "divider" => ("hr", Label),
        "nav" => ("nav", Label),
        "main" => ("main", Label),
        "header" | "banner" => ("header", Label),
        "footer" => ("footer", Label),
        "aside" => ("aside", Label),
        "form" => ("form", Label),
        "section" | "region" => ("section", Label),
        "article" => ("article", Label),
        "table" | "grid" | "resultset" => ("table", Label),
        "row" => ("tr", Label),
        "list" => ("ul", Label),
        "menu" => ("menu", Label),
        "dialog" => ("dialog", Label),
        "group" => ("fieldset", Label),
        "video" => ("video", Label),
        "audio" => ("audio", Label),
        _ => ("div", Label),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Named {
    /// `<a>NAME</a>`
    Content,
    /// `<label for=e1>NAME</label><input id=e1>`
    Field,
    Alt,
    /// `aria-label`
    Label,
}

/// Void tags, which are not closed.
fn is_void(tag: &str) -> bool {
    matches!(tag, "input" | "img" | "hr")
}

impl Html {
    pub fn meta(&mut self, key: &str, value: &str) {
        if key == "title" {
            self.out.extend(["<title>", &text(value), "</title>"]);
        } else {
            self.out.extend(["<meta name=\"", key, "\" content=\"", &text(value), "\">"]);
        }
    }

    pub fn line(&mut self, entry: &Entry<'_>) {
        let depth = entry.body.depth;
        if !matches!(entry.kind, EntryKind::Row(_)) || self.rows.is_some_and(|rows| rows != depth) {
            self.rows = None;
        }
        while let Some((_, tag)) = self.open.pop_if(|(open, _)| *open >= depth) {
            self.out.extend(["</", tag, ">"]);
        }
        match &entry.kind {
            EntryKind::Element(element) => {
                let tag = self.element(element, entry.text);
                self.open.extend((!is_void(tag)).then_some((depth, tag)));
            }
            EntryKind::Row(row) => {
                let cell = if self.rows.replace(depth).is_none() { "th" } else { "td" };
                self.out.push_str("<tr>");
                for one in &row.cells {
                    self.out.extend(["<", cell, ">"]);
                    match &one.element {
                        Some(element) => {
                            let tag = self.element(element, entry.text);
                            if !is_void(tag) {
                                self.out.extend(["</", tag, ">"]);
                            }
                        }
                        None => self.out.push_str(&text(&one.span.text(entry.text).replace("\\|", "|"))),
                    }
                    self.out.extend(["</", cell, ">"]);
                }
                self.out.push_str("</tr>");
            }
            _ => self.out.extend(["<p>", &text(entry.words()), "</p>"]),
        }
    }

    /// Opens an element, writes its name and returns its tag.
    fn element(&mut self, element: &Element, source: &str) -> &'static str {
        let role = vocabulary::base(element.role.text(source));
        let (tag, named) = tag(role);
        let name = element.name.map(|name| text(&element.value(name, source)));
        let reference = element.reference_name().map(|span| span.text(source));
        if let (Named::Field, Some(name)) = (named, &name) {
            match reference {
                Some(reference) => self.out.extend(["<label for=\"", reference, "\">", name, "</label>"]),
                None => self.out.extend(["<label>", name, "</label>"]),
            }
        }
        self.out.extend(["<", tag]);
        match role {
            "checkbox" | "radio" => self.attribute("type", role),
            "slider" => self.attribute("type", "range"),
            "spinbutton" => self.attribute("type", "number"),
            "searchbox" => self.attribute("type", "search"),
            "switch" => {
                self.attribute("type", "checkbox");
                self.attribute("role", role);
            }
            _ if tag == "div" => self.attribute("role", role),
            _ => {}
        }
        if let Some(reference) = reference {
            self.attribute("id", reference);
        }
        match (named, &name) {
            (Named::Alt, Some(name)) => self.attribute("alt", name),
            (Named::Label, Some(name)) => self.attribute("aria-label", name),
            _ => {}
        }
        for attribute in element.attributes() {
            let value = text(&element.value(attribute.value, source));
            self.attribute(attribute.key.text(source), &value);
        }
        for state in element.others().filter(|p| matches!(p.kind, Kind::State | Kind::BareWord)) {
            match state.text(source).trim_matches(['[', ']']) {
                "masked" => self.attribute("type", "password"),
                state => self.out.extend([" ", state]),
            }
        }
        self.out.push('>');
        if let (Named::Content, Some(name)) = (named, &name) {
            self.out.push_str(name);
        }
        tag
    }

    /// A value that is escaped already.
    fn attribute(&mut self, key: &str, value: &str) {
        self.out.extend([" ", key, "=\"", value, "\""]);
    }

    pub fn finish(mut self) -> String {
        while let Some((_, tag)) = self.open.pop() {
            self.out.extend(["</", tag, ">"]);
        }
        self.out
    }
}

fn text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
